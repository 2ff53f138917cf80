import { Context, Effect, Layer } from "effect"
import { nameKey } from "../../platform/accounts/AccountName.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { type Refusal, refuseAll } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { searchLengthMax } from "../questions/Questions.ts"
import { matchedMax } from "../../research/retrieval/EntryIndex.ts"
import { Retrieval } from "../../research/retrieval/Retrieval.ts"
import type { RetrievalEntry } from "../../research/retrieval/RetrievalEntry.ts"
import { platformCorpus } from "../../research/retrieval/RetrievalStore.ts"
import { readSearchText } from "../../research/retrieval/SearchText.ts"
import { markedSnippet } from "./SearchMarks.ts"
import { idEnd, inSearchOrder, type RankedResult, rankOfScore, type SearchPosition } from "./SearchPosition.ts"
import { SearchStore } from "./SearchStore.ts"
import { type SearchType, searchTypes, searchUrl } from "./SearchType.ts"

/** The maximum number of matches per type that are listed and counted; `total_is_capped` says when there are more. */
export const searchMatchesMax: number = matchedMax

/** The maximum number of results that are found by some of the words or by their meaning. */
export const searchNearestMax = 100

/** A request to search. */
export interface SearchRequest extends PageRequest {
  /** In web-search syntax; any text is valid. */
  readonly q: string
  readonly type: SearchType | "all"
}

/** A result, with the path of its resource relative to the base address. */
export interface SearchFinding {
  readonly type: SearchType
  readonly id: string
  readonly title: string
  /** A part of its text, with `markStart` and `markEnd` around the words of the search. */
  readonly marked: string
  /** From 0 to 1; an account with exactly the name that was searched for has 1. */
  readonly rank: number
  readonly url: string
}

/** A page of results; `total_is_capped` when there are more than are counted. */
export interface SearchPage<Item> extends Page<Item> {
  readonly total_is_capped: boolean
}

/** Results in their order, before a page of them is read. */
interface RankedResults {
  readonly results: ReadonlyArray<RankedResult>
  /** How many of all results come before these. */
  readonly before: number
  readonly total_is_capped: boolean
  /** Where the list goes on after the first `count` of these results. */
  readonly positionAfter: (count: number) => SearchPosition
}

type MatchPosition = Exclude<SearchPosition, { readonly shown: ReadonlyArray<string> }>

const placeOf = (kind: string): number => searchTypes.findIndex((type) => type === kind)

/** The best `searchMatchesMax` results of each type, in their order, of results in their order. */
const capped = (results: ReadonlyArray<RankedResult>): ReadonlyArray<RankedResult> => {
  const counts = searchTypes.map(() => 0)
  return results.filter(({ place }) => ++counts[place]! <= searchMatchesMax)
}

/** Searches what everybody may see: questions and accounts. */
export class Searches extends Context.Tag("auspex/Searches")<Searches, {
  /**
   * Finds what contains all words of `q`, the best first: public questions, and agents and humans that are not
   * suspended. Only when nothing does, it finds what contains some of them or means the like. A text without words
   * finds nothing. Fails with INVALID_REQUEST when `q` is blank, longer than 200 characters, or contains invalid
   * characters, and for a cursor of another list.
   */
  readonly search: (request: SearchRequest) => Effect.Effect<SearchPage<SearchFinding>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Searches, never, Retrieval | SearchStore> = Layer.effect(
    Searches,
    Effect.gen(function*() {
      const retrieval = yield* Retrieval
      const store = yield* SearchStore
      return Searches.of({ search: searchWith({ retrieval, store }) })
    })
  )
}

interface Services {
  readonly retrieval: Retrieval["Type"]
  readonly store: SearchStore["Type"]
}

const searchWith = (services: Services): Context.Tag.Service<Searches>["search"] => {
  const { retrieval, store } = services
  const rankResults = rankWith(services)
  return (request) =>
    Effect.gen(function*() {
      const q = request.q.trim()
      yield* refuseAll([judgeText("q", q, { min: 1, max: searchLengthMax })])
      const { cursor, limit, type } = request
      const after = cursor === undefined ? undefined : yield* store.positionOf(cursor)
      const { before, positionAfter, results, total_is_capped } = yield* rankResults(
        q,
        type === "all" ? undefined : type,
        after
      )
      const offset = after === undefined ? request.offset : 0
      const end = offset + limit
      const shown = results.slice(offset, end)
      const entries = yield* retrieval.entries(platformCorpus, shown.map(({ id }) => id))
      const byId = new Map(entries.map((entry) => [entry.id, entry]))
      const { terms } = readSearchText(q)
      return {
        items: shown.flatMap(({ id, rank }): ReadonlyArray<SearchFinding> => {
          const entry = byId.get(id)
          return entry === undefined ? [] : [findingOf(entry, rank, terms)]
        }),
        total: before + results.length,
        total_is_capped,
        next_cursor: end < results.length ? store.cursorOf(positionAfter(end)) : null
      }
    })
}

/** Ranks what contains all words; if nothing does, or earlier pages showed such results, what is nearest. */
const rankWith = (services: Services) => {
  const match = matchWith(services)
  const nearest = nearestWith(services)
  return (q: string, kind: SearchType | undefined, after: SearchPosition | undefined): UseCaseEffect<RankedResults> => {
    if (after !== undefined) return "shown" in after ? nearest(q, kind, after.shown) : match(q, kind, after)
    return Effect.flatMap(
      match(q, kind, undefined),
      (matches) =>
        matches.results.length === 0 && !matches.total_is_capped ? nearest(q, kind, []) : Effect.succeed(matches)
    )
  }
}

/** Ranks what contains all words, and the account with exactly this name before it. */
const matchWith =
  ({ retrieval, store }: Services) =>
  (q: string, kind: SearchType | undefined, after: MatchPosition | undefined): UseCaseEffect<RankedResults> =>
    Effect.gen(function*() {
      const named = yield* store.named(nameKey(q.normalize("NFKC").trim()))
      const exact = named !== undefined && (kind === undefined || kind === named.type) ? named : undefined
      const { entries, is_capped, weights } = yield* retrieval.match({
        corpus: platformCorpus,
        q,
        filters: { kind },
        weights: after?.weights
      })
      const matches = entries.filter(({ id }) => id !== exact?.id)
        .map(({ id, kind, score }): RankedResult => ({ id, rank: rankOfScore(score), place: placeOf(kind) }))
      const first = exact === undefined ? [] : [{ id: exact.id, rank: 1, place: placeOf(exact.type) }]
      const all = [...first, ...matches].sort(inSearchOrder)
      const counted = capped(all)
      const from = after === undefined ? 0 : counted.findIndex((result) => inSearchOrder(result, after) > 0)
      const before = from === -1 ? counted.length : from
      const results = counted.slice(before)
      return {
        results,
        before,
        total_is_capped: is_capped || counted.length < all.length,
        positionAfter: (count) => ({ ...results[count - 1]!, weights })
      }
    })

/** Ranks what contains some of the words or means the like, without the results that earlier pages showed. */
const nearestWith =
  ({ retrieval }: Services) =>
  (q: string, kind: SearchType | undefined, earlier: ReadonlyArray<string>): UseCaseEffect<RankedResults> =>
    Effect.map(
      retrieval.search({ corpus: platformCorpus, q, filters: { kind }, limit: searchNearestMax, offset: 0 }),
      ({ items, total }) => {
        const isEarlier = new Set(earlier)
        const results = items.map(({ id, kind, score }): RankedResult => ({
          id,
          rank: Math.min(0.999_999, Math.round(score * 1e6) / 1e6),
          place: placeOf(kind)
        })).filter(({ id }) => !isEarlier.has(idEnd(id))).slice(0, searchNearestMax - earlier.length)
        return {
          results,
          before: earlier.length,
          total_is_capped: total > searchNearestMax,
          positionAfter: (count) => ({ shown: [...earlier, ...results.slice(0, count).map(({ id }) => idEnd(id))] })
        }
      }
    )

const findingOf = (
  { id, kind, text, title }: RetrievalEntry,
  rank: number,
  terms: ReadonlyMap<number, number>
): SearchFinding => {
  const type = searchTypes[placeOf(kind)]!
  const separator = type === "question" ? "\n" : " · "
  const marked = markedSnippet(text === "" ? title ?? "" : `${title}${separator}${text}`, terms)
  return { id, type, title: title ?? "", marked, rank, url: searchUrl(type, id) }
}
