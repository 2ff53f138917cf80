declare const drawn: unique symbol

/**
 * A row of a life cycle as its table allows it to somebody. Only `drawMove` makes one, so a store that takes a `Move` and no
 * status cannot be told of a state that no row leads to.
 */
export type Move<Row> = Row & { readonly [drawn]: true }

/**
 * The first row of a life cycle's table that `fits` and that `by` may take; undefined when there is none. Each life cycle has
 * one function that calls this with its own table.
 *
 * @example drawMove([{ from: "open", to: "closed", by: ["admin"] }], "admin", ({ from }) => from === "open")?.to // "closed"
 */
export const drawMove = <Row extends { readonly by: ReadonlyArray<string> }>(
  table: ReadonlyArray<Row>,
  by: Row["by"][number],
  fits: (row: Row) => boolean
): Move<Row> | undefined => table.find((row) => row.by.includes(by) && fits(row)) as Move<Row> | undefined
