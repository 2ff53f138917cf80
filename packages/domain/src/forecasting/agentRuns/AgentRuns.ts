import { Context, Effect, Either, Layer } from "effect"
import { type AccountActor, requireActive } from "../../platform/identity/Actor.ts"
import { type InferenceAnswer, Inferences } from "../../platform/inference/Inferences.ts"
import type { ModelMessage } from "../../platform/inference/ModelRequest.ts"
import type { ErrorCode } from "../../kernel/ErrorCode.ts"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { answerText } from "../../platform/inference/ModelAnswer.ts"
import { foundOr, orRefuse, Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { type Placed, Predictions } from "../predictions/Predictions.ts"
import { noSuchQuestion } from "../questions/noSuchQuestion.ts"
import { windowState } from "../questions/PredictionWindow.ts"
import type { QuestionRow } from "../questions/QuestionRow.ts"
import { isPublicStatus } from "../questions/QuestionStatus.ts"
import { QuestionStore } from "../questions/QuestionStore.ts"
import { type AgentRun, repairRoundsMax } from "./AgentRun.ts"
import { AgentRunStore, type RunningAgent } from "./AgentRunStore.ts"
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

const areRepairable = (failures: Failures): boolean => failures.every(({ code }) => repairable.has(code))

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
        const inferences = yield* Inferences
        const predictions = yield* Predictions
        const questions = yield* QuestionStore
        const store = yield* AgentRunStore
        const services = { inferences, predictions, questions, store }
        return AgentRuns.of({ runNow: runNowWith(services), list: listWith(services) })
      })
    )
}

type Service = Context.Tag.Service<AgentRuns>

interface Services {
  readonly inferences: Inferences["Type"]
  readonly predictions: Predictions["Type"]
  readonly questions: QuestionStore["Type"]
  readonly store: AgentRunStore["Type"]
}

const runNowWith = (services: Services): Service["runNow"] => {
  const { inferences } = services
  const findAgent = findAgentWith(services)
  const chooseQuestion = chooseQuestionWith(services)
  const { check, place } = placingWith(services)
  const record = recordWith(services)
  return (actor, agentId, questionId) =>
    Effect.gen(function*() {
      yield* requireActive(actor)
      const agent = yield* findAgent(actor, agentId)
      const { now, question } = yield* chooseQuestion(agent.actor.id, questionId)
      yield* check(agent.actor, question)
      const messages: Array<ModelMessage> = [forecastMessage(question, now)]
      let last: InferenceAnswer | undefined
      for (let rounds = 1;; rounds++) {
        const answer: InferenceAnswer = yield* Effect.tapErrorTag(
          inferences.answer(actor, agent.actor.id, {
            messages,
            ...(agent.persona_hash === null ? { system_prompt: impersonalPrompt } : {})
          }),
          "Refusal",
          ({ failures }) => record(agent, question, { status: "failed", rounds, answer: last, failures })
        )
        last = answer
        const outcome = yield* place(agent.actor, question, answer)
        if (Either.isRight(outcome)) {
          const prediction_id = outcome.right.prediction.id
          const run = yield* record(agent, question, { status: "placed", rounds, answer, prediction_id })
          return { run, ...outcome.right }
        }
        const failures = outcome.left
        if (rounds > repairRoundsMax || !areRepairable(failures)) {
          yield* record(agent, question, { status: "refused", rounds, answer, failures })
          return yield* new Refusal({ failures: [answerRefused(answer, rounds), ...failures] })
        }
        messages.push(
          { role: "assistant", content: answerText(answer.content, repeatedAnswerMax) || "(nothing)" },
          repairMessage(failures)
        )
      }
    })
}

const listWith = (services: Services): Service["list"] => {
  const findAgent = findAgentWith(services)
  return (actor, agentId, page) =>
    Effect.flatMap(findAgent(actor, agentId), (agent) => services.store.list(agent.actor.id, page))
}

/** Finds an agent that is the caller or belongs to the caller. */
const findAgentWith = ({ store }: Services) => (actor: AccountActor, id: string): UseCaseEffect<RunningAgent> =>
  Effect.flatMap(
    store.agent(id),
    (agent) =>
      agent !== undefined && (agent.actor.id === actor.id || agent.actor.owner_id === actor.id)
        ? Effect.succeed(agent)
        : refuse("AGENT_NOT_FOUND", "You have no agent with this id.")
  )

/** Finds the question with an id, or the question that closes next of those on which the agent can predict. */
const chooseQuestionWith = ({ questions }: Services) => {
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

  return (agentId: string, questionId: string | undefined) =>
    questionId === undefined ? next(agentId) : named(questionId)
}

const placingWith = ({ predictions }: Services) => {
  /** Fails where no answer could be placed, before a model is asked. */
  const check = (agent: AccountActor, question: QuestionRow) =>
    Effect.catchTag(
      predictions.dryRun(agent, question.id, { reasoning: "" }),
      "Refusal",
      (refusal) => areRepairable(refusal.failures) ? Effect.void : refusal
    )

  /** Places an answer, or returns the failures for which it is refused. */
  const place = (
    agent: AccountActor,
    question: QuestionRow,
    { content, route }: InferenceAnswer
  ): Effect.Effect<Either.Either<Placed, Failures>, StorageUnavailable> =>
    orRefuse(Either.mapLeft(readForecast(content), (flaw) => failure("INVALID_REQUEST", flaw))).pipe(
      Effect.flatMap((forecast) => predictions.place(agent, question.id, forecast, route.model)),
      Effect.map(Either.right),
      Effect.catchTag("Refusal", ({ failures }) => Effect.succeed(Either.left(failures)))
    )

  return { check, place }
}

/** How a run ended. */
interface RunEnd extends Pick<AgentRun, "status" | "rounds"> {
  /** The model's last answer, if there was one. */
  readonly answer: InferenceAnswer | undefined
  readonly prediction_id?: string
  /** Why the last answer was refused, or the model failed. */
  readonly failures?: Failures
}

const recordWith =
  ({ store }: Services) =>
  (agent: RunningAgent, question: QuestionRow, { answer, failures, prediction_id, rounds, status }: RunEnd) =>
    store.insert({
      agent_id: agent.actor.id,
      question_id: question.id,
      status,
      prediction_id: prediction_id ?? null,
      model: answer?.route.model ?? null,
      persona_hash: agent.persona_hash,
      prompt_version: forecastPromptVersion,
      rounds,
      route: answer?.route ?? null,
      refused_with: failures?.map(({ code }) => code) ?? []
    })

const answerRefused = ({ route }: InferenceAnswer, rounds: number): Failure =>
  failure(
    "ANSWER_REFUSED",
    `${route.model} answered ${rounds === 1 ? "once" : `${rounds} times`}, and no answer could be placed.`
  )
