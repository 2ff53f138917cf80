import type { SearchResult } from "@auspex/adapters-http/contract"
import { expect } from "vitest"
import type { Answer, RunningAuspex } from "../harness.ts"

/** An answer of `GET /api/search`. */
export interface Found {
  readonly results: ReadonlyArray<SearchResult>
  readonly total: number
  readonly total_is_capped: boolean
  readonly next_cursor: string | null
}

const isTagged = (snippet: string): boolean => {
  const tags = snippet.match(/<[^>]*>?/g) ?? []
  return tags.length % 2 === 0 && tags.every((tag, at) => tag === (at % 2 === 0 ? "<mark>" : "</mark>"))
}

/** Searches anonymously, and checks the properties of every answer. */
export const searcher = (auspex: () => RunningAuspex) => {
  const ask = (q: string, extra = ""): Promise<Answer> =>
    auspex().call("GET", `/api/search?q=${encodeURIComponent(q)}${extra}`)
  const search = async (q: string, extra = ""): Promise<Found> => {
    const answer = await ask(q, extra)
    expect([q.slice(0, 80), answer.status, answer.text]).toEqual([q.slice(0, 80), 200, answer.text])
    const found: Found = answer.body
    for (const { id, rank, snippet, title, type, url } of found.results) {
      expect([snippet, isTagged(snippet)]).toEqual([snippet, true])
      expect(title).not.toBe("")
      expect(rank).toBeGreaterThanOrEqual(0)
      expect(rank).toBeLessThanOrEqual(1)
      expect(url).toBe(`/api/${type === "question" ? "questions" : "agents"}/${id}`)
    }
    const ranks = found.results.map(({ rank }) => rank)
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
    return found
  }
  return { ask, search }
}
