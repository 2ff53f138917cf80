import { PgStores, ServerDatabase } from "@auspex/adapters-pg"
import type { AdminActor } from "@auspex/domain/identity"
import { SkillRefreshes } from "@auspex/domain/boards"
import { needsSnapshot } from "@auspex/domain/consensus"
import { ConsensusHistory } from "@auspex/domain/history"
import { engagementReward, parseReasoning, tokensToBytes } from "@auspex/domain/predictions"
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
  voiceOf
} from "./pastPlan.ts"
import * as statements from "./pastSql.ts"
import { benchFunctions, benchId, insertKeys, reasoningOf } from "./world.ts"

const dayMillis = 86_400_000
const hourMillis = 3_600_000
const poolSize = 2_000
/** Some thousands of predictions at a time: in memory here, and enough for the database to plan by. */
const questionsPerBatch = 250
/** Agents that have keys, so that they can make requests. */
const keysMax = 2_000

const admin: AdminActor = { kind: "admin", name: "bench", key_id: "bench" }

/** The counters of a question as its predictions come. */
interface Counts {
  yes: number
  no: number
  confidence: number
  readonly options: Array<number> | null
  snapshot: ReadonlyArray<number> | null
}

/** What placements depend on of what came before: a few bytes for each agent, and the counters of each question. */
class Standing {
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

  /** Notes a prediction of an agent, and answers which of his it is and what he has done today before. */
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

/** The predictions on one question on one day, with the snapshots of moves that they call for. */
const placementsOf = (
  past: Past,
  question: PlannedQuestion,
  day: number,
  dayStart: number,
  firstNumber: number,
  standing: Standing,
  pool: ReadonlyArray<ReturnType<typeof parseReasoning>>
) => {
  const days = question.predictedUntil - question.publishedOn
  const from = Math.floor(((day - question.publishedOn) * question.predictions) / days)
  const to = Math.floor(((day - question.publishedOn + 1) * question.predictions) / days)
  const agentOf = agentsOf(past, question)
  const counts = standing.countsOf(question)
  const placed: Array<object> = []
  const moves: Array<object> = []
  for (let k = from; k < to; k++) {
    const agent = agentOf(k)
    const { confidence, optionIndex, prediction } = voiceOf(question, agent)
    const { model, model_family } = modelOf(agent)
    const at = new Date(dayStart + hourMillis + ((k - from + 0.5) / (to - from)) * 20 * hourMillis)
    const slot = (k * 7 + question.number) % poolSize
    // Every agent of the past has an owner of its own.
    const contrarian = placedContrarian(
      counts.options ?? [counts.no, counts.yes],
      sideOf({ prediction, option_index: optionIndex })
    )
    const noted = standing.note(agent, day, question.category)
    const engagement = engagementReward({
      reasoning: pool[slot]!,
      weight: question.weight,
      position: k + 1,
      isContrarian: contrarian,
      categoriesIn24h: noted.categoriesIn24h
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
        firstOfDay: noted.firstOfDay,
        predictionOrdinal: noted.predictionOrdinal,
        agentOrdinal: agent + 1
      }),
      vote: isVoted ? (chance(n, 34) < 0.8 ? voter : -voter) : 0,
      flag: chance(n, 35) < 0.01 ? "fabricated source" : null
    })
  }
  return { placed, moves }
}

/** How far the filling of a record has come. */
export interface PastProgress {
  readonly day: number
  readonly predictions: number
}

/** The use cases of the product that the passing of time calls for. */
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

const fill = (past: Past, today: number, say: (progress: PastProgress) => void) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const run = (text: string, ...params: ReadonlyArray<unknown>) => sql.unsafe(text, [...params])
    const clock = yield* QuestionClock
    const history = yield* ConsensusHistory
    const resolutions = yield* Resolutions
    const skill = yield* SkillRefreshes
    const instant = (day: number, hours: number) => today + (day - past.days) * dayMillis + hours * hourMillis
    /** From now on it is so late. */
    const goTo = (at: number) =>
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

    yield* goTo(instant(-2, 0))
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
    const standing = new Standing(past)
    let placed = 0
    for (let day = 0; day < past.days; day++) {
      yield* goTo(instant(day, 0.2))
      yield* clock.tick
      while (yield* history.takeNext);
      for (const question of questions.filter(({ resolvedOn }) => resolvedOn === day)) {
        const job = yield* resolutions.resolve(admin, benchId(2, question.number), resolutionRequest(question))
        if (job.status === "running") { while (yield* resolutions.settleNext); }
        standing.forget(question.number)
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
      yield* goTo(instant(day, 23))
      const open = questions.filter(({ predictedUntil, publishedOn }) => publishedOn <= day && day < predictedUntil)
      const moves: Array<object> = []
      for (let from = 0; from < open.length; from += questionsPerBatch) {
        const batch = open.slice(from, from + questionsPerBatch).flatMap((question) => {
          const made = placementsOf(past, question, day, instant(day, 0), placed, standing, pool)
          placed += made.placed.length
          moves.push(...made.moves)
          return made.placed
        })
        yield* run(statements.fillDay, JSON.stringify(batch))
        yield* run("analyze bench_day")
        yield* Effect.forEach(statements.placeDay, (text) => run(text), { discard: true })
      }
      yield* run(statements.insertMoves, JSON.stringify(moves))
      const counted = open.map((question) => ({ n: question.number, ...standing.countsOf(question) }))
      yield* run(statements.countQuestions, JSON.stringify(counted))
      // What the end of the day leaves is what the next move is measured from.
      for (const question of open) {
        const counts = standing.countsOf(question)
        if (counts.yes + counts.no > 0) counts.snapshot = sides(counts)
      }
      say({ day: day + 1, predictions: placed })
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

/** What filling a record left, beside the record. */
export interface FilledPast {
  readonly placed: number
  /** The first drawing of the board by skill. */
  readonly skill: { readonly accounts: number; readonly predictions: number; readonly seconds: number }
}

/**
 * Fills an empty, migrated database with a record as the product would have left it: day by day, questions are published
 * and predicted on by set-based SQL, under the schema's triggers and by the domain's rules; days leave their snapshots,
 * windows close and questions are resolved and paid for by the product's own use cases, with the database's clock set back
 * to the day. The same every time but for generated ids, and in memory of some bytes for each agent and question.
 */
export const fillPast = (
  url: string,
  past: Past,
  say: (progress: PastProgress) => void = () => undefined
): Promise<FilledPast> => {
  const today = Math.floor(Date.now() / dayMillis) * dayMillis
  // One connection: the clock is set for a session.
  return Effect.runPromise(
    fill(past, today, say).pipe(
      Effect.provide(useCases),
      Effect.provide(ServerDatabase.migrationLayer({ url }))
    )
  )
}
