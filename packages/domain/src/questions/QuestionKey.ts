import { Effect } from "effect"
import { caseFold } from "../kernel/CaseFold.ts"
import { foldLookalikes } from "../kernel/Lookalikes.ts"
import { type Refusal, refuse } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { QuestionStore } from "./QuestionStore.ts"

/**
 * The form in which two questions that ask the same are equal: case, width, look-alike letters, blanks and final marks
 * aside.
 *
 * @example questionKey("Will  it rain?") === questionKey("will it rain") // true
 */
export const questionKey = (question: string): string =>
  foldLookalikes(caseFold(question)).replace(/\s+/gu, " ").replace(/[ .?!…]+$/u, "").trim()

/** What a question asks, and for which day. */
export interface Asking {
  readonly question: string
  readonly resolution_date: string
}

/**
 * Refuses with `DUPLICATE_QUESTION` what another question asks for the same day that is neither resolved nor rejected;
 * call it in the unit of work that writes. `exceptId` is the question that is changed.
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
