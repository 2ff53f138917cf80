import { isPublicStatus, type Question, Questions, taxonomy } from "@auspex/domain/questions"
import { yesPercent } from "@auspex/domain/kernel"
import type { Actor } from "@auspex/domain/identity"
import type { Prediction } from "@auspex/domain/predictions"
import { Effect } from "effect"
import { listAnswer } from "../../wire/listOf.ts"
import { QuestionsApi } from "./QuestionsApi.ts"
import { asOfOr } from "../history/asOf.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { predictionsOf } from "../predictions/predictionsHandlers.ts"

/** The number of predictions included with a question; GET /api/questions/{id}/predictions lists all. */
const predictionsShown = 20

/** The first page of a question's predictions, with the total and the cursor of the next page. */
const firstPredictionsOf = (question: Question, actor: Actor, asOf: Date | undefined) =>
  isPublicStatus(question.status)
    ? Effect.map(
      predictionsOf(question.id, { limit: predictionsShown, offset: 0 }, actor, asOf),
      // The items have all fields, because none were selected.
      (page) => ({ ...page, items: page.items as ReadonlyArray<Prediction> })
    )
    : Effect.succeed({ items: [], total: 0, next_cursor: null, ...yesPercent(0, 0) })

/** Reading, suggesting, voting for and watching questions. */
export const questionsHandlers = handlersFor(QuestionsApi, {
  taxonomy: () => Effect.succeed(taxonomy),
  listQuestions: ({ actor, query }) =>
    Effect.map(
      asOfOr(
        query.as_of,
        Effect.flatMap(Questions, (questions) => questions.list(actor, query)),
        (history, asOf) => history.questions(actor, query, asOf)
      ),
      (page) => listAnswer("questions", page)
    ),
  suggestQuestion: ({ actor, payload }) =>
    Effect.flatMap(Questions, (questions) =>
      Effect.map(questions.suggest(actor, payload), (suggestion) => ({
        suggestion,
        question_id: suggestion.id,
        message: "Thank you. The question is a draft until it has been reviewed."
      }))),
  question: ({ actor, path, query: { as_of } }) =>
    Effect.gen(function*() {
      const question = yield* asOfOr(
        as_of,
        Effect.flatMap(Questions, (questions) => questions.detail(path.id, actor)),
        (history, asOf) => history.question(path.id, actor, asOf)
      )
      const { yes_pct, yes_percent, ...page } = yield* firstPredictionsOf(question, actor, as_of)
      return { question, ...listAnswer("predictions", page), yes_percent, yes_pct }
    }),
  upvoteQuestion: ({ actor, path }) => Effect.flatMap(Questions, (questions) => questions.upvote(actor, path.id)),
  removeQuestionUpvote: ({ actor, path }) =>
    Effect.flatMap(Questions, (questions) => questions.withdrawUpvote(actor, path.id)),
  watchQuestion: ({ actor, path }) => Effect.flatMap(Questions, (questions) => questions.watch(actor, path.id)),
  unwatchQuestion: ({ actor, path }) => Effect.flatMap(Questions, (questions) => questions.unwatch(actor, path.id))
})
