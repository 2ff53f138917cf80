import { tokensToBytes } from "@auspex/domain/text"
import { PgStores, ServerDatabase } from "@auspex/adapters-pg"
import type { AdminActor } from "@auspex/domain/identity"
import { SkillRefreshes } from "@auspex/domain/boards"
import { needsSnapshot } from "@auspex/domain/consensus"
import { ConsensusHistory } from "@auspex/domain/history"
import { engagementReward, parseReasoning } from "@auspex/domain/predictions"
import { QuestionChildren, QuestionClock } from "@auspex/domain/questions"
import { placedContrarian, placementEntries, Resolutions, sideOf } from "@auspex/domain/scoring"
import { Notifications } from "@auspex/domain/social"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import {
  agentsOf,
  agentsPerOwner,
  archetypeOf,
  chance,
  modelOf,
  type Past,
  type PlannedQuestion,
  planQuestions,
  forecastOf
} from "./pastPlan.ts"
import * as statements from "./pastSql.ts"
import { benchFunctions, benchId, insertKeys, reasoningOf } from "./world.ts"

const dayMillis = 86_400_000
const hourMillis = 3_600_000
const poolSize = 2_000
/**
 * Some thousands of predictions at a time: they fit into this process's memory, and the planner sees enough of them.
 */
const questionsPerBatch = 250
/** The number of agents with keys, which can make requests. */
const keysMax = 2_000

const admin: AdminActor = { kind: "admin", name: "bench", key_id: "bench" }

/** The counters of a question while its predictions are generated. */
interface Counts {
  yes: number
  no: number
  confidence: number
  readonly options: Array<number> | null
  snapshot: ReadonlyArray<number> | null
}

/** The state on which placements depend: a few bytes for each agent, and the counters of each question. */
class PastState {
  readonly #placed: Uint16Array
  readonly #lastDay: Int16Array
  readonly #lastDayIn: Record<PlannedQuestion["category"], Int16Array>
  readonly #counts = new Map<number, Counts>()

  constructor(past: Past) {
    const days = () => new Int16Array(past.agents).fill(-1)
    this.#placed = new Uint16Array(past.agents)
    this.#lastDay = days()
    this.#lastDayIn = { technology: days(), industry: days(), society: days() }
  }

  countsOf({ number, options }: PlannedQuestion): Counts {
    const known = this.#counts.get(number)
    if (known !== undefined) return known
    const counts = {
      yes: 0,
      no: 0,
      confidence: 0,
      options: options === null ? null : options.map(() => 0),
      snapshot: null
    }
    this.#counts.set(number, counts)
    return counts
  }

  forget(question: number): void {
    this.#counts.delete(question)
  }

  /** Records a prediction of an agent; returns its ordinal and what the agent has done earlier on that day. */
  note(agent: number, day: number, category: PlannedQuestion["category"]) {
    const firstOfDay = this.#lastDay[agent] !== day
    this.#lastDay[agent] = day
    this.#lastDayIn[category][agent] = day
    this.#placed[agent] = this.#placed[agent]! + 1
    const categoriesIn24h = Object.values(this.#lastDayIn).filter((days) => days[agent] === day).length
    return { firstOfDay, categoriesIn24h, predictionOrdinal: this.#placed[agent]! }
  }
}

const sides = ({ no, options, yes }: Counts): ReadonlyArray<number> => options === null ? [yes, no] : [...options]

/** The predictions on a question on one day, and the snapshots of the moves that they cause. */
const placementsOf = (
  past: Past,
  question: PlannedQuestion,
  day: number,
  dayStart: number,
  firstNumber: number,
  state: PastState,
  pool: ReadonlyArray<ReturnType<typeof parseReasoning>>
) => {
  const days = question.predictedUntil - question.publishedOn
  const from = Math.floor(((day - question.publishedOn) * question.predictions) / days)
  const to = Math.floor(((day - question.publishedOn + 1) * question.predictions) / days)
  const agentOf = agentsOf(past, question)
  const counts = state.countsOf(question)
  const placed: Array<object> = []
  const moves: Array<object> = []
  for (let k = from; k < to; k++) {
    const agent = agentOf(k)
    const { confidence, optionIndex, prediction } = forecastOf(question, agent)
    const { model, model_family } = modelOf(agent)
    const at = new Date(dayStart + hourMillis + ((k - from + 0.5) / (to - from)) * 20 * hourMillis)
    const slot = (k * 7 + question.number) % poolSize
    // Every agent of the past has a separate owner.
    const contrarian = placedContrarian(
      counts.options ?? [counts.no, counts.yes],
      sideOf({ prediction, option_index: optionIndex })
    )
    const activity = state.note(agent, day, question.category)
    const engagement = engagementReward({
      reasoning: pool[slot]!,
      weight: question.weight,
      position: k + 1,
      isContrarian: contrarian,
      categoriesIn24h: activity.categoriesIn24h
    })
    counts[prediction ? "yes" : "no"] += 1
    counts.confidence += confidence
    if (counts.options !== null && optionIndex !== null) counts.options[optionIndex]! += 1
    if (needsSnapshot(counts.snapshot, sides(counts))) {
      counts.snapshot = sides(counts)
      const { confidence: sum, no, options, yes } = counts
      moves.push({ n: question.number, at, yes, no, confidence: sum, options: options === null ? null : [...options] })
    }
    const n = firstNumber + k - from
    const voter = 1 + ((agent + agentsPerOwner * (1 + (n % 97))) % (past.agents - 1))
    const isVoted = chance(n, 31) < 0.1 && Math.floor(voter / agentsPerOwner) !== Math.floor(agent / agentsPerOwner)
    placed.push({
      n,
      question: question.number,
      account: agent,
      seq: k + 1,
      yes: prediction,
      confidence,
      option: optionIndex === null ? null : question.options?.[optionIndex],
      model,
      family: model_family,
      contrarian,
      novelty: chance(n, 32) < 0.1 ? Math.floor(100 * chance(n, 33)) : 100,
      at,
      slot,
      engagement,
      entries: placementEntries({
        confidence,
        engagementTotal: engagement.total,
        firstOfDay: activity.firstOfDay,
        predictionOrdinal: activity.predictionOrdinal,
        agentOrdinal: agent + 1
      }),
      vote: isVoted ? (chance(n, 34) < 0.8 ? voter : -voter) : 0,
      flag: chance(n, 35) < 0.01 ? "fabricated source" : null
    })
  }
  return { placed, moves }
}

/** The progress of filling a record. */
export interface PastProgress {
  readonly day: number
  readonly predictions: number
}

/** The use cases that run as time passes. */
const useCases = Layer.mergeAll(ConsensusHistory.layer, QuestionClock.layer, Resolutions.layer, SkillRefreshes.layer)
  .pipe(
    Layer.provide(Layer.mergeAll(Notifications.layer, QuestionChildren.layer)),
    Layer.provide(PgStores.layer),
    Layer.provide(testOutside)
  )

const resolutionRequest = ({ resolution }: PlannedQuestion) => ({
  ...(resolution.kind === "options"
    ? { correct_options: resolution.correct_options }
    : { outcome: resolution.kind === "outcome" ? resolution.outcome : null }),
  resolution_note: "As published.",
  evidence_urls: ["https://statistics.example.org/release"]
})

const fill = (past: Past, today: number, onProgress: (progress: PastProgress) => void) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const run = (text: string, ...params: ReadonlyArray<unknown>) => sql.unsafe(text, [...params])
    const clock = yield* QuestionClock
    const history = yield* ConsensusHistory
    const resolutions = yield* Resolutions
    const skill = yield* SkillRefreshes
    const instant = (day: number, hours: number) => today + (day - past.days) * dayMillis + hours * hourMillis
    /** Sets the clock to `at`. */
    const setClock = (at: number) =>
      run("select set_config('auspex.clock_shift', ($1::timestamptz - clock_timestamp())::text, false)", new Date(at))

    yield* run("set synchronous_commit = off")
    yield* run("set work_mem = '64MB'")
    for (const text of benchFunctions) yield* run(text)
    yield* run(statements.createPool)
    yield* run(statements.createDay)
    const texts = Array.from({ length: poolSize }, (_, n) => reasoningOf(n, "past"))
    const pool = texts.map(parseReasoning)
    yield* run(
      statements.fillPool,
      JSON.stringify(texts.map((reasoning, n) => ({
        reasoning,
        words: Buffer.from(tokensToBytes(pool[n]!.originalityTokens)).toString("hex")
      })))
    )

    yield* setClock(instant(-2, 0))
    const registered = new Date(instant(-2, 0))
    yield* run(statements.insertPeople, Math.ceil(past.agents / agentsPerOwner), registered)
    for (let from = 0; from < past.agents; from += 10_000) {
      const agents = Array.from({ length: Math.min(10_000, past.agents - from) }, (_, nth) => {
        const n = from + nth
        const { model, model_family } = modelOf(n)
        return { n, owner: Math.floor(n / agentsPerOwner), model, family: model_family, archetype: archetypeOf(n) }
      })
      yield* run(statements.insertAgents, JSON.stringify(agents), registered)
    }
    yield* run(statements.insertRegistrations)
    yield* run(insertKeys, Math.min(keysMax, past.agents))

    const questions = planQuestions(past)
    const state = new PastState(past)
    let placed = 0
    for (let day = 0; day < past.days; day++) {
      yield* setClock(instant(day, 0.2))
      yield* clock.tick
      while (yield* history.takeNext);
      for (const question of questions.filter(({ resolvedOn }) => resolvedOn === day)) {
        const job = yield* resolutions.resolve(admin, benchId(2, question.number), resolutionRequest(question))
        if (job.status === "running") { while (yield* resolutions.settleNext); }
        state.forget(question.number)
      }
      const published = questions.filter(({ publishedOn }) => publishedOn === day)
      yield* run(
        statements.insertQuestions,
        JSON.stringify(published.map(({ category, number, options, resolutionOn, timeframe, weight }) => ({
          n: number,
          category,
          timeframe,
          options,
          weight,
          resolution_date: new Date(instant(resolutionOn, 0)).toISOString().slice(0, 10),
          published_at: new Date(instant(day, 0.5) + number)
        })))
      )
      yield* setClock(instant(day, 23))
      const open = questions.filter(({ predictedUntil, publishedOn }) => publishedOn <= day && day < predictedUntil)
      const moves: Array<object> = []
      for (let from = 0; from < open.length; from += questionsPerBatch) {
        const batch = open.slice(from, from + questionsPerBatch).flatMap((question) => {
          const placements = placementsOf(past, question, day, instant(day, 0), placed, state, pool)
          placed += placements.placed.length
          moves.push(...placements.moves)
          return placements.placed
        })
        yield* run(statements.fillDay, JSON.stringify(batch))
        yield* run("analyze bench_day")
        yield* Effect.forEach(statements.placeDay, (text) => run(text), { discard: true })
      }
      yield* run(statements.insertMoves, JSON.stringify(moves))
      const counted = open.map((question) => ({ n: question.number, ...state.countsOf(question) }))
      yield* run(statements.countQuestions, JSON.stringify(counted))
      // Moves are measured from the snapshot of the end of the day.
      for (const question of open) {
        const counts = state.countsOf(question)
        if (counts.yes + counts.no > 0) counts.snapshot = sides(counts)
      }
      onProgress({ day: day + 1, predictions: placed })
    }
    yield* run("select set_config('auspex.clock_shift', '', false)")
    yield* clock.tick
    while (yield* history.takeNext);
    yield* Effect.forEach(statements.sumUp, (text) => run(text), { discard: true })
    yield* run("vacuum analyze")
    yield* run("checkpoint")
    const drawn = performance.now()
    const { accounts, predictions } = yield* skill.refresh
    return { placed, skill: { accounts, predictions, seconds: (performance.now() - drawn) / 1_000 } }
  })

/** The result of filling a record. */
export interface FilledPast {
  readonly placed: number
  /** The first computation of the skill board. */
  readonly skill: { readonly accounts: number; readonly predictions: number; readonly seconds: number }
}

/**
 * Fills an empty, migrated database with a record as the product would have written it, day by day. Set-based SQL
 * publishes questions and places predictions, under the schema's triggers and by the domain's rules; the product's own
 * use cases take daily snapshots, close windows, resolve questions and pay for them, with the database's clock set back
 * to the day. Deterministic except for generated ids; needs some bytes of memory for each agent and question.
 */
export const fillPast = (
  url: string,
  past: Past,
  onProgress: (progress: PastProgress) => void = () => undefined
): Promise<FilledPast> => {
  const today = Math.floor(Date.now() / dayMillis) * dayMillis
  // One connection, because the clock is set for a session.
  return Effect.runPromise(
    fill(past, today, onProgress).pipe(
      Effect.provide(useCases),
      Effect.provide(ServerDatabase.migrationLayer({ url }))
    )
  )
}
