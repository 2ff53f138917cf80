import { type Refusal, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { isUuid } from "./isUuid.ts"

/** How one list packs the position after a row into an opaque text. */
export interface Cursor<Position> {
  readonly encode: (position: Position) => string
  /** Anything that this list did not hand out, another list's cursors included, is an `INVALID_REQUEST` on `cursor`. */
  readonly decode: (cursor: string) => Effect.Effect<Position, Refusal>
}

const make = <Position extends string | number>(
  list: string,
  isPosition: (value: unknown) => value is Position
): Cursor<Position> => ({
  encode: (position) => Buffer.from(JSON.stringify([list, position]), "utf8").toString("base64url"),
  decode: (cursor) =>
    Effect.try(() => JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown).pipe(
      Effect.map((parts): unknown =>
        Array.isArray(parts) && parts.length === 2 && parts[0] === list ? parts[1] : undefined
      ),
      Effect.filterOrFail(isPosition),
      Effect.catchAll(() =>
        refuse("INVALID_REQUEST", "cursor is not one that this list handed out.", { field: "cursor" })
      )
    )
})

/** For lists in the order of ids. */
export const idCursor = (list: string): Cursor<string> =>
  make(list, (value): value is string => typeof value === "string" && isUuid(value))

/** For lists in the order of a number from 0 to what an integer column holds. */
export const countCursor = (list: string): Cursor<number> =>
  make(
    list,
    (value): value is number => typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 2_147_483_647
  )
