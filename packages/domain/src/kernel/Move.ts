declare const drawn: unique symbol

/**
 * A row of a transition table that a given mover may take. Only `permittedMove` makes a row, so a store that takes a
 * `Move` cannot write a state without a row that leads to it.
 */
export type Move<Row> = Row & { readonly [drawn]: true }

/**
 * The first row of a transition table that `fits` and that `by` may take, or undefined. Each state machine has one
 * function that calls this with its own table.
 *
 * @example permittedMove([{ from: "open", to: "closed", by: ["admin"] }], "admin", ({ from }) => from === "open")?.to // "closed"
 */
export const permittedMove = <Row extends { readonly by: ReadonlyArray<string> }>(
  table: ReadonlyArray<Row>,
  by: Row["by"][number],
  fits: (row: Row) => boolean
): Move<Row> | undefined => table.find((row) => row.by.includes(by) && fits(row)) as Move<Row> | undefined
