import { Context, Effect, Layer } from "effect"
import type { WorkspaceActor } from "../../platform/identity/WorkspaceActor.ts"
import { refuseAll } from "../../kernel/Refusal.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { Retrieval } from "../retrieval/Retrieval.ts"
import type { EntryFilters } from "../retrieval/RetrievalEntry.ts"
import type { Finding } from "./Finding.ts"
import { FindingStore } from "./FindingStore.ts"

/** The longest text that is searched for, in code points. */
export const findingQueryMax = 500

/** A request to search the evidence of a workspace. */
export interface FindingsRequest {
  /** Words, `"phrases"` and `-exclusions`. */
  readonly q: string
  readonly filters: EntryFilters
  readonly limit: number
  readonly offset: number
}

/** The answer: the best findings, and how many were ranked. */
export interface FoundFindings {
  readonly findings: ReadonlyArray<Finding>
  readonly total: number
}

/** Searches what the projects of a workspace know. */
export class Findings extends Context.Tag("auspex/Findings")<Findings, {
  /**
   * The best passages and reasonings of the key's workspace by words and by meaning. Every one is stored, and cites a
   * source. Fails
   * with INVALID_REQUEST.
   */
  readonly search: (actor: WorkspaceActor, request: FindingsRequest) => UseCaseEffect<FoundFindings>
}>() {
  static readonly layer: Layer.Layer<Findings, never, FindingStore | Retrieval> = Layer.effect(
    Findings,
    Effect.gen(function*() {
      const retrieval = yield* Retrieval
      const store = yield* FindingStore
      return Findings.of({
        search: (actor, { q: given, ...request }) =>
          Effect.gen(function*() {
            const q = given.trim()
            yield* refuseAll([judgeText("q", q, { min: 1, max: findingQueryMax })])
            const found = yield* retrieval.search({ corpus: actor.workspace_id, q, ...request })
            const stored = yield* store.findings(actor.workspace_id, found.items.map(({ id }) => id))
            const byId = new Map(stored.map((finding) => [finding.id, finding]))
            const findings = found.items.flatMap(({ highlights, id, score }): ReadonlyArray<Finding> => {
              const finding = byId.get(id)
              return finding === undefined ? [] : [{ ...finding, score, highlights: highlights.text }]
            })
            return { findings, total: found.total }
          })
      })
    })
  )
}
