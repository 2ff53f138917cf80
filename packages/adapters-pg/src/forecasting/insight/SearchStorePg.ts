import { type SearchPosition, SearchStore, searchTypes } from "@auspex/domain/insight"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { isId, isNumber, listCursor, wholeFrom } from "../../kernel/Cursor.ts"

const named = `select id, type from accounts where name_key = $1 and suspended_at is null`

const isList = (value: unknown, isPart: (part: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isPart)

const isBetween = (min: number, max: number) => (value: unknown): boolean =>
  isNumber(value) && value >= min && value <= max

const isIdEnd = (value: unknown): boolean => typeof value === "string" && /^[0-9a-f]{12}$/.test(value)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isPlace = wholeFrom(0, searchTypes.length - 1)

// Weights beyond these would give ranks that are no numbers.
const isWeight = isBetween(0, 100)
const isLength = isBetween(1, 1_000_000)

const isPosition = (value: unknown): value is SearchPosition => {
  if (!isObject(value)) return false
  if ("shown" in value) return isList(value["shown"], isIdEnd)
  const { id, place, rank, weights } = value
  return isBetween(0, 1)(rank) && isPlace(place) && isId(id) && isObject(weights) &&
    isLength(weights["mean_length"]) && isList(weights["terms"], isWeight)
}

const cursor = listCursor("search", isPosition)

const layer: Layer.Layer<SearchStore, never, SqlClient> = Layer.effect(
  SearchStore,
  Effect.map(storeStatements("search"), ({ first }) =>
    SearchStore.of({
      named: (key) => first<{ readonly id: string; readonly type: "agent" | "human" }>("named", named, [key]),
      cursorOf: cursor.encode,
      positionOf: cursor.decode
    }))
)

/** Finds accounts by their names, and hands out the cursors of searches. */
export const SearchStorePg = { layer }
