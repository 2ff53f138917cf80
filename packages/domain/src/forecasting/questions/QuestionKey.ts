import { Effect } from "effect"
import { caseFold } from "../../text/CaseFold.ts"
import { foldLookalikes } from "../../text/Lookalikes.ts"
import { type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { QuestionStore } from "./QuestionStore.ts"

/**
 * The normalised text of a question, by which duplicates are found: without differences of case, width, look-alike
 * letters, whitespace and final punctuation.
 *
 * @example questionKey("Will  it rain?") === questionKey("will it rain") // true
 */
export const questionKey = (question: string): string =>
  foldLookalikes(caseFold(question)).replace(/\s+/gu, " ").replace(/[ .?!…]+$/u, "").trim()

/** The text and the resolution date of a question. */
export interface Asking {
  readonly question: string
  readonly resolution_date: string
}

/**
 * Fails with `DUPLICATE_QUESTION` when another question that is neither resolved nor rejected has the same key and
 * resolution date. Call it in the unit of work that writes. `exceptId` is the question that is being changed.
 */
export const refuseDuplicate = (
  store: QuestionStore["Type"],
  { question, resolution_date }: Asking,
  exceptId: string | null = null
): Effect.Effect<void, Refusal | StorageUnavailable> =>
  Effect.flatMap(
    store.asking({ key: questionKey(question), resolution_date, except_id: exceptId }),
    (id) =>
      id === undefined
        ? Effect.void
        : refuse("DUPLICATE_QUESTION", `Question ${id} asks the same for the same resolution_date.`, {
          field: "question",
          existing_id: id
        })
  )
