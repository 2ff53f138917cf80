import { QuestionAdministration } from "@auspex/domain/questions"
import { Receipts, Resolutions } from "@auspex/domain/scoring"
import { Effect } from "effect"
import { ScoringApi } from "./ScoringApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { reply } from "../../engine/Reply.ts"
import { answerOne } from "../../engine/namedAnswer.ts"

export const scoringHandlers = handlersFor(ScoringApi, {
  receipt: ({ path }) => answerOne(Receipts, "receipt", (receipts) => receipts.ofPrediction(path.id, path.user_id)),
  resolveQuestion: ({ actor, path, payload }) =>
    Effect.gen(function*() {
      const job = yield* Effect.flatMap(Resolutions, (resolutions) => resolutions.resolve(actor, path.id, payload))
      const question = yield* Effect.flatMap(QuestionAdministration, (questions) => questions.show(actor, path.id))
      return job.status === "running" ? reply({ question, job }, { status: 202 }) : reply({ question }, { status: 200 })
    }),
  resolutionJob: ({ path }) => answerOne(Resolutions, "job", (resolutions) => resolutions.job(path.id))
})
