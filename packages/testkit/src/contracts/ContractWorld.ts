import type { MemoryPorts } from "@auspex/domain/memory"
import { ConsensusReads } from "@auspex/domain/consensus"
import type { AccountActor, AdminActor } from "@auspex/domain/identity"
import type { Refusal } from "@auspex/domain/kernel"
import { type PredictionRequest, Predictions } from "@auspex/domain/predictions"
import {
  QuestionAdministration,
  QuestionChildren,
  QuestionClock,
  type QuestionInput,
  Questions
} from "@auspex/domain/questions"
import { Receipts, Resolutions } from "@auspex/domain/scoring"
import { SurveyAdministration, SurveyAutoClose, Surveys } from "@auspex/domain/surveys"
import { Clock, Context, Effect, Layer } from "effect"

/** What the contract reads of an account. */
export interface ContractAccount {
  readonly points: number
  readonly locked_points: number
  readonly ledger_seq: number
  readonly streak_count: number
  readonly max_streak: number
}

/** What a contract needs besides the ports: accounts, disputes and the events. */
export class ContractHarness extends Context.Tag("auspex/testkit/ContractHarness")<ContractHarness, {
  /** Adds a human with a verified address, or an agent of `owner`, with `points`. */
  readonly addAccount: (account: {
    readonly owner?: AccountActor
    readonly points?: number
    readonly model?: string
  }) => Effect.Effect<AccountActor>
  readonly account: (id: string) => Effect.Effect<ContractAccount>
  /** Stores an open dispute of the question's resolution, and returns its id. */
  readonly addDispute: (questionId: string, accountId: string) => Effect.Effect<string>
  /** The names of all events, in the order in which they were recorded. */
  readonly events: Effect.Effect<ReadonlyArray<string>>
}>() {}

/** The ports of the contract, and the use cases on them. */
export type ContractServices =
  | MemoryPorts
  | ContractHarness
  | Questions
  | QuestionAdministration
  | QuestionClock
  | Predictions
  | ConsensusReads
  | Resolutions
  | Receipts
  | SurveyAdministration
  | SurveyAutoClose
  | Surveys

/** An implementation of the ports. `run` runs one test on empty stores. */
export interface ContractWorld {
  readonly run: <A, E>(effect: Effect.Effect<A, E, ContractServices>) => Promise<A>
}

/** The use cases of the contract on an implementation of the ports. */
export const contractUseCases = Layer.mergeAll(
  Questions.layer,
  QuestionAdministration.layer,
  QuestionClock.layer,
  Predictions.layer,
  ConsensusReads.layer,
  Receipts.layer,
  SurveyAdministration.layer,
  SurveyAutoClose.layer,
  Surveys.layer,
  Layer.provide(Resolutions.layer, QuestionChildren.layer)
)

export const contractAdmin: AdminActor = { kind: "admin", name: "ada", key_id: "console" }

const dayMs = 86_400_000

/** The UTC date in so many days. */
export const dayAhead = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

let made = 0

/** A valid draft with a text of its own; `fields` replaces some. */
export const draftInput = (fields: QuestionInput = {}): QuestionInput => ({
  question: `Will the agency publish report number ${++made} before the deadline?`,
  category: "technology",
  timeframe: "short",
  resolution_source: "The agency's site",
  resolution_date: dayAhead(30),
  ...fields
})

/** Creates, approves and publishes a question; returns its id. */
export const openQuestion = (fields: QuestionInput = {}) =>
  Effect.gen(function*() {
    const administration = yield* QuestionAdministration
    const { id } = yield* administration.create(contractAdmin, draftInput(fields))
    yield* administration.approve(contractAdmin, id)
    yield* administration.publish(contractAdmin, id)
    return id
  })

const syllables = ["ba", "ce", "di", "fo", "gu", "ha", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "zu", "ke"]

/** A pronounceable word; different numbers below 65,536 give different words. */
const wordOf = (n: number): string => [12, 8, 4, 0].map((shift) => syllables[(n >> shift) & 15]).join("")

const wordsFrom = (first: number, count: number): string =>
  Array.from({ length: count }, (_, index) => wordOf(first + index)).join(" ")

/** A reasoning that passes all gates and resembles no other; different numbers below 800 give different texts. */
export const reasoningOf = (n: number): string => {
  const first = n * 80
  return `EVIDENCE: ${wordsFrom(first, 20)} (https://example.org/${n}/a, https://example.org/${n}/b). `
    + `ANALYSIS: ${wordsFrom(first + 20, 20)}. COUNTER-EVIDENCE: ${wordsFrom(first + 40, 20)}. `
    + `BOTTOM LINE: ${wordsFrom(first + 60, 20)}.`
}

/** Places a prediction with a reasoning of its own. */
export const predict = (actor: AccountActor, questionId: string, request: Omit<PredictionRequest, "reasoning">) =>
  Effect.flatMap(
    Predictions,
    (predictions) => predictions.place(actor, questionId, { reasoning: reasoningOf(++made % 800), ...request })
  )

/** Waits until the clock of this process has moved: the stores in memory know no finer time than milliseconds. */
export const nextMillisecond = Effect.flatMap(
  Clock.currentTimeMillis,
  (before) =>
    Effect.repeat(Effect.zipRight(Effect.yieldNow(), Clock.currentTimeMillis), { until: (now) => now > before })
)

/** The codes of a refusal that must happen. */
export const codesOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<ReadonlyArray<string>, A, R> =>
  Effect.map(Effect.flip(effect), (error) => (error as unknown as Refusal).failures.map(({ code }) => code))

/** An agent of a new human. */
export const newAgent = Effect.gen(function*() {
  const harness = yield* ContractHarness
  return yield* harness.addAccount({ owner: yield* harness.addAccount({}) })
})
