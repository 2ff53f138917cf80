import { type Refusal, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { isUuid } from "./isUuid.ts"

/** How one list packs the position after a row into an opaque text. */
export interface Cursor<Position> {
  readonly encode: (position: Position) => string
  /** Anything that this list did not hand out, another list's cursors included, is an `INVALID_REQUEST` on `cursor`. */
  readonly decode: (cursor: string) => Effect.Effect<Position, Refusal>
}

/** The largest value of an integer column. */
export const integerMax = 2_147_483_647

/** Is this JSON value a whole number in the range? */
export const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max

/** Is this JSON value an id? */
export const isId = (value: unknown): value is string => typeof value === "string" && isUuid(value)

/** Is this JSON value a number? */
export const isNumber = (value: unknown): value is number => typeof value === "number"

/** Says of a JSON value whether it is a whole number in the range. */
export const wholeFrom = (min: number, max: number) => (value: unknown): value is number => isWhole(value, min, max)

/** Says of a JSON value whether it is an array of such parts, and of no others. */
export const tupleOf = <Position extends ReadonlyArray<unknown>>(
  ...parts: { readonly [At in keyof Position]: (value: unknown) => value is Position[At] }
) =>
(value: unknown): value is Position =>
  Array.isArray(value) && value.length === parts.length && parts.every((isPart, at) => isPart(value[at]))

/** For a list of this name, whose positions are whatever `isPosition` says of a JSON value. */
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
      Effect.catchAll(() =>
        refuse("INVALID_REQUEST", "cursor is not one that this list handed out.", { field: "cursor" })
      )
    )
})

/** For lists in the order of ids. */
export const idCursor = (list: string): Cursor<string> => listCursor(list, isId)

/** For lists in the order of a number from 0 to what an integer column holds. */
export const countCursor = (list: string): Cursor<number> => listCursor(list, wholeFrom(0, integerMax))
