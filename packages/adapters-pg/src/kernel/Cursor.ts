import { type Refusal, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"

/** Values of the last row's sort key, then its id. Opaque to callers. */
export type CursorParts = ReadonlyArray<string | number | null>

/** Packs the position after a row into an opaque string. */
export const encodeCursor = (parts: CursorParts): string =>
  Buffer.from(JSON.stringify(parts), "utf8").toString("base64url")

/** Unpacks a cursor of `length` parts; one that this service did not make is an `INVALID_REQUEST` on `cursor`. */
export const decodeCursor = (cursor: string, length: number): Effect.Effect<CursorParts, Refusal> => {
  const invalid = refuse("INVALID_REQUEST", "cursor is not one that this list handed out.", { field: "cursor" })
  return Effect.try(() => JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown).pipe(
    Effect.catchAll(() => invalid),
    Effect.filterOrElse(
      (parts): parts is CursorParts =>
        Array.isArray(parts) && parts.length === length &&
        parts.every((part) => part === null || typeof part === "string" || typeof part === "number"),
      () => invalid
    )
  )
}
