import type { AdminQuestion, QuestionInput } from "@auspex/domain/questions"
import { Effect } from "effect"
import type { ApiClient, ApiFailure } from "../../kit/connection/ApiClient.ts"

/** Stores a draft. The platform validates every field, including its type, so the input is sent unchanged. */
export const createDraft = ({ questionsAdmin }: ApiClient, input: QuestionInput) =>
  questionsAdmin.createQuestion({ payload: input as never })

/** Approves and publishes a draft. */
export const publishDraft = ({ questionsAdmin }: ApiClient, id: string): Effect.Effect<AdminQuestion, ApiFailure> =>
  Effect.zipRight(
    questionsAdmin.approveQuestion({ path: { id } }),
    Effect.map(questionsAdmin.publishQuestion({ path: { id } }), ({ question }) => question)
  )
