import { Predictions } from "@auspex/domain/predictions"
import { isPublicStatus, type Question, Questions, taxonomy } from "@auspex/domain/questions"
import type { Actor } from "@auspex/domain/accounts"
import { Effect } from "effect"
import { listAnswer } from "../contract/listOf.ts"
import { QuestionsApi } from "../contract/QuestionsApi.ts"
import { handlersFor } from "./handlersFor.ts"

/** How many predictions come with a question; GET /api/questions/{id}/predictions has them all. */
const predictionsShown = 20

const predictionsOf = (question: Question, actor: Actor) =>
  isPublicStatus(question.status)
    ? Effect.flatMap(Predictions, (predictions) =>
      Effect.map(
        predictions.listByQuestion(
          question.id,
          { limit: predictionsShown, offset: 0 },
          actor.kind === "account" ? actor.id : undefined
        ),
        ({ items }) => items
      ))
    : Effect.succeed([])

/** Reading questions, suggesting, voting for and watching them. */
export const questionsHandlers = handlersFor(QuestionsApi, {
  taxonomy: () => Effect.succeed(taxonomy),
  listQuestions: ({ actor, query }) =>
    Effect.flatMap(
      Questions,
      (questions) => Effect.map(questions.list(actor, query), (page) => listAnswer("questions", page))
    ),
  suggestQuestion: ({ actor, payload }) =>
    Effect.flatMap(Questions, (questions) =>
      Effect.map(questions.suggest(actor, payload), (suggestion) => ({
        suggestion,
        message: "Thank you. The question is a draft until it has been reviewed."
      }))),
  question: ({ actor, path }) =>
    Effect.gen(function*() {
      const question = yield* Effect.flatMap(Questions, (questions) => questions.detail(path.id, actor))
      return { question, predictions: yield* predictionsOf(question, actor) }
    }),
  upvoteQuestion: ({ actor, path }) => Effect.flatMap(Questions, (questions) => questions.upvote(actor, path.id)),
  removeQuestionUpvote: ({ actor, path }) =>
    Effect.flatMap(Questions, (questions) => questions.withdrawUpvote(actor, path.id)),
  watchQuestion: ({ actor, path }) => Effect.flatMap(Questions, (questions) => questions.watch(actor, path.id)),
  unwatchQuestion: ({ actor, path }) => Effect.flatMap(Questions, (questions) => questions.unwatch(actor, path.id))
})
