import { Context, Effect, Either, Layer } from "effect"
import { type AccountActor, requireActive } from "../../platform/identity/Actor.ts"
import { type InferenceAnswer, Inferences } from "../../platform/inference/Inferences.ts"
import type { ModelMessage } from "../../platform/inference/ModelRequest.ts"
import type { ErrorCode } from "../../kernel/ErrorCode.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { answerText } from "../../platform/inference/ModelAnswer.ts"
import { foundOr, Refusal, refuse } from "../../kernel/Refusal.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { type Placed, Predictions } from "../predictions/Predictions.ts"
import { noSuchQuestion } from "../questions/noSuchQuestion.ts"
import { windowState } from "../questions/PredictionWindow.ts"
import type { QuestionRow } from "../questions/QuestionRow.ts"
import { isPublicStatus } from "../questions/QuestionStatus.ts"
import { QuestionStore } from "../questions/QuestionStore.ts"
import { type AgentRun, repairRoundsMax } from "./AgentRun.ts"
import { AgentRunStore } from "./AgentRunStore.ts"
import { forecastMessage, forecastPromptVersion, impersonalPrompt, repairMessage } from "./forecastPrompt.ts"
import { readForecast } from "./readForecast.ts"

/** A run that placed a prediction. */
export interface PlacedRun extends Placed {
  readonly run: AgentRun
}

/** The number of questions, in order of closing, that are examined to find a question that the agent can predict on. */
const candidatesMax = 20

/** How much of a refused answer is repeated to the model, in characters. */
const repeatedAnswerMax = 8_000

/**
 * What a model can mend in its answer. Everything else that refuses a placement, such as an earlier prediction or too few
 * points, would refuse the next answer as well.
 */
const repairable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "INVALID_REQUEST",
  "INVALID_CONFIDENCE",
  "INVALID_OPTION",
  "REASONING_TOO_SHORT",
  "REASONING_MISSING_SECTIONS",
  "REASONING_SECTIONS_OUT_OF_ORDER",
  "REASONING_FEW_UNIQUE_WORDS",
  "REASONING_TOO_SIMILAR",
  "CITATIONS_REQUIRED",
  "CITATIONS_REUSED"
])

/** An attempt to place an answer. */
type Attempt =
  | { readonly kind: "placed"; readonly placed: Placed }
  | { readonly kind: "refused"; readonly failures: ReadonlyArray<Failure> }

/** Lets agents reason and predict with their models. */
export class AgentRuns extends Context.Tag("auspex/AgentRuns")<AgentRuns, {
  /**
   * Lets an agent of the caller, or the caller itself, predict now: its model is asked as its persona, without being told
   * what others think; what the gates refuse it may mend twice; then the prediction is placed like any other, with the
   * model that wrote it. Without a question, it is the open question that closes next and has no prediction of the
   * agent. The run is recorded, whatever comes of it. Fails with AGENT_NOT_FOUND, QUESTION_NOT_FOUND,
   * NOTHING_TO_PREDICT, ANSWER_REFUSED with the failures of the last answer, and like `Inferences.answer` and
   * `Predictions.place`.
   */
  readonly runNow: (actor: AccountActor, agentId: string, questionId: string | undefined) => UseCaseEffect<PlacedRun>
  /** The runs of an agent, newest first, for itself and for its owner. Fails with AGENT_NOT_FOUND. */
  readonly list: (actor: AccountActor, agentId: string, page: PageRequest) => UseCaseEffect<Page<AgentRun>>
}>() {
  static readonly layer: Layer.Layer<AgentRuns, never, AgentRunStore | Inferences | Predictions | QuestionStore> = Layer
    .effect(
      AgentRuns,
      Effect.gen(function*() {
        const store = yield* AgentRunStore
        const inferences = yield* Inferences
        const predictions = yield* Predictions
        const questions = yield* QuestionStore

        const agentOf = (actor: AccountActor, id: string) =>
          Effect.flatMap(
            store.agent(id),
            (agent) =>
              agent !== undefined && (agent.actor.id === actor.id || agent.actor.owner_id === actor.id)
                ? Effect.succeed(agent)
                : refuse("AGENT_NOT_FOUND", "You have no agent with this id.")
          )

        const named = (id: string) =>
          Effect.flatMap(
            foundOr(questions.detail(id), noSuchQuestion),
            ({ now, row }) => isPublicStatus(row.status) ? Effect.succeed({ now, question: row }) : noSuchQuestion
          )

        const next = (agentId: string) =>
          Effect.flatMap(
            questions.list({
              filter: { statuses: ["open"], predicted: { by: agentId, is: false } },
              sort: "closing",
              limit: candidatesMax,
              offset: 0
            }),
            ({ now, rows }) => {
              const question = rows.find((row) => windowState({ ...row, now }).prediction_window_open)
              return question === undefined
                ? refuse("NOTHING_TO_PREDICT", "There is no open question on which the agent has not predicted.")
                : Effect.succeed({ now, question })
            }
          )

        /** Fails where no answer could be placed, before a model is asked. */
        const checkPlace = (agent: AccountActor, question: QuestionRow) =>
          Effect.catchTag(
            predictions.dryRun(agent, question.id, { reasoning: "" }),
            "Refusal",
            (refusal) => refusal.failures.every(({ code }) => repairable.has(code)) ? Effect.void : refusal
          )

        const attempt = (agent: AccountActor, question: QuestionRow, { content, route }: InferenceAnswer) =>
          Either.match(readForecast(content), {
            onLeft: (flaw): UseCaseEffect<Attempt> =>
              Effect.succeed({ kind: "refused", failures: [failure("INVALID_REQUEST", flaw)] }),
            onRight: (request): UseCaseEffect<Attempt> =>
              predictions.place(agent, question.id, request, route.model).pipe(
                Effect.map((placed): Attempt => ({ kind: "placed", placed })),
                Effect.catchTag("Refusal", ({ failures }) => Effect.succeed<Attempt>({ kind: "refused", failures }))
              )
          })

        return AgentRuns.of({
          runNow: (actor, agentId, questionId) =>
            Effect.gen(function*() {
              yield* requireActive(actor)
              const { actor: agent, persona_hash } = yield* agentOf(actor, agentId)
              const { now, question } = yield* (questionId === undefined ? next(agent.id) : named(questionId))
              yield* checkPlace(agent, question)

              const record = (
                run: Pick<AgentRun, "status" | "prediction_id" | "rounds" | "refused_with">,
                answer: InferenceAnswer | undefined
              ) =>
                store.insert({
                  agent_id: agent.id,
                  question_id: question.id,
                  persona_hash,
                  prompt_version: forecastPromptVersion,
                  model: answer?.route.model ?? null,
                  route: answer?.route ?? null,
                  ...run
                })

              const messages: Array<ModelMessage> = [forecastMessage(question, now)]
              let last: InferenceAnswer | undefined
              for (let round = 1;; round++) {
                const answer: InferenceAnswer = yield* Effect.tapErrorTag(
                  inferences.answer(actor, agent.id, {
                    messages,
                    ...(persona_hash === null ? { system_prompt: impersonalPrompt } : {})
                  }),
                  "Refusal",
                  ({ failures }) =>
                    record({
                      status: "failed",
                      prediction_id: null,
                      rounds: round,
                      refused_with: failures.map(({ code }) => code)
                    }, last)
                )
                last = answer
                const outcome = yield* attempt(agent, question, answer)
                if (outcome.kind === "placed") {
                  const { placed } = outcome
                  const run = yield* record({
                    status: "placed",
                    prediction_id: placed.prediction.id,
                    rounds: round,
                    refused_with: []
                  }, answer)
                  return { run, ...placed }
                }
                const { failures } = outcome
                if (round > repairRoundsMax || !failures.every(({ code }) => repairable.has(code))) {
                  yield* record({
                    status: "refused",
                    prediction_id: null,
                    rounds: round,
                    refused_with: failures.map(({ code }) => code)
                  }, answer)
                  return yield* new Refusal({ failures: [answerRefused(answer, round), ...failures] })
                }
                messages.push(
                  { role: "assistant", content: answerText(answer.content, repeatedAnswerMax) || "(nothing)" },
                  repairMessage(failures)
                )
              }
            }),
          list: (actor, agentId, page) =>
            Effect.flatMap(agentOf(actor, agentId), (agent) => store.list(agent.actor.id, page))
        })
      })
    )
}

const answerRefused = ({ route }: InferenceAnswer, rounds: number): Failure =>
  failure(
    "ANSWER_REFUSED",
    `${route.model} answered ${rounds === 1 ? "once" : `${rounds} times`}, and no answer could be placed.`
  )
