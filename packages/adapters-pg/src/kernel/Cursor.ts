import { type Refusal, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { isUuid } from "./isUuid.ts"

/** Encodes a position in one list as opaque text. */
export interface Cursor<Position> {
  readonly encode: (position: Position) => string
  /**
   * Fails with `INVALID_REQUEST` on `cursor` for any text that this list did not issue, other lists' cursors included.
   */
  readonly decode: (cursor: string) => Effect.Effect<Position, Refusal>
}

/** The largest value of an integer column. */
export const integerMax = 2_147_483_647

/** Whether this JSON value is a whole number in the range. */
export const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max

/** Whether this JSON value is an id. */
export const isId = (value: unknown): value is string => typeof value === "string" && isUuid(value)

/** Whether this JSON value is a number. */
export const isNumber = (value: unknown): value is number => typeof value === "number"

/** A guard for JSON values that are whole numbers in the range. */
export const wholeFrom = (min: number, max: number) => (value: unknown): value is number => isWhole(value, min, max)

/** A guard for JSON values that are arrays of exactly these parts. */
export const tupleOf = <Position extends ReadonlyArray<unknown>>(
  ...parts: { readonly [At in keyof Position]: (value: unknown) => value is Position[At] }
) =>
(value: unknown): value is Position =>
  Array.isArray(value) && value.length === parts.length && parts.every((isPart, at) => isPart(value[at]))

/** The cursor of the list with this name; `isPosition` is the guard for its positions. */
export const listCursor = <Position>(
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
      Effect.catchAll(() => refuse("INVALID_REQUEST", "cursor was not issued by this list.", { field: "cursor" }))
    )
})

/** The cursor of a list in the order of ids. */
export const idCursor = (list: string): Cursor<string> => listCursor(list, isId)

/** The cursor of a list in the order of a number from 0 to the largest value of an integer column. */
export const countCursor = (list: string): Cursor<number> => listCursor(list, wholeFrom(0, integerMax))
