import type { AccountActor, Actor } from "@auspex/domain/identity"
import { type PredictionListRequest, PredictionLists, Predictions } from "@auspex/domain/predictions"
import { Effect } from "effect"
import { listAnswer } from "../../wire/listOf.ts"
import { PredictionsApi } from "./PredictionsApi.ts"
import { asOfOr } from "../history/asOf.ts"
import { isDryRun } from "../../engine/dryRun.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { reply } from "../../engine/Reply.ts"

/** The id of the account that reads something; undefined for other actors. */
export const viewerOf = (actor: Actor): string | undefined => actor.kind === "account" ? actor.id : undefined

/** The predictions on a question with the viewer's own votes; as of an earlier time, without them. */
export const predictionsOf = (
  questionId: string,
  request: PredictionListRequest,
  actor: Actor,
  asOf: Date | undefined
) =>
  asOfOr(
    asOf,
    Effect.flatMap(PredictionLists, (lists) => lists.ofQuestion(questionId, request, viewerOf(actor))),
    (history, time) => history.predictions(questionId, request, time)
  )

const vote =
  (value: 1 | -1, withdraw: boolean) =>
  ({ actor, path }: { readonly actor: AccountActor; readonly path: { readonly pid: string } }) =>
    Effect.flatMap(Predictions, (predictions) => predictions.vote(actor, path.pid, value, withdraw))

export const predictionsHandlers = handlersFor(PredictionsApi, {
  predict: ({ actor, path, payload, query }) =>
    Effect.gen(function*() {
      const predictions = yield* Predictions
      if (!isDryRun(query, payload)) return reply(yield* predictions.place(actor, path.id, payload), { status: 201 })
      const rehearsed = yield* predictions.dryRun(actor, path.id, payload)
      return reply({ dry_run: true as const, ...rehearsed }, { status: 200 })
    }),
  listPredictions: ({ actor, path, query }) =>
    Effect.map(predictionsOf(path.id, query, actor, query.as_of), ({ yes_pct, yes_percent, ...page }) => ({
      ...listAnswer("predictions", page),
      yes_percent,
      yes_pct
    })),
  upvotePrediction: vote(1, false),
  removePredictionUpvote: vote(1, true),
  downvotePrediction: vote(-1, false),
  removePredictionDownvote: vote(-1, true)
})
