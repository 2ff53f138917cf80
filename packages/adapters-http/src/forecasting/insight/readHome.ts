import { type ArticleHeader, Articles } from "@auspex/domain/articles"
import { ConsensusReads, type PooledPoint, pooledHistory } from "@auspex/domain/consensus"
import { anonymous } from "@auspex/domain/identity"
import {
  type CommunityStats,
  CommunityStatsReads,
  Discoveries,
  type Discovery,
  movingDays,
  movingVoicesMin,
  type WeeklyBattle,
  WeeklyBattles
} from "@auspex/domain/insight"
import { type ListedPrediction, PredictionLists } from "@auspex/domain/predictions"
import { type QuestionAlone, Questions, type QuestionSort, type QuestionStatus } from "@auspex/domain/questions"
import { pageTime } from "../../pages/pageTime.ts"
import { Effect } from "effect"

/** An open question with the course of its pooled probability. */
export interface QuestionWithHistory {
  readonly question: QuestionAlone
  readonly history: ReadonlyArray<PooledPoint>
}

/** A question whose pooled probability moved within `movingDays`. */
export interface MovedQuestion {
  readonly question: QuestionAlone
  readonly before: PooledPoint
  readonly after: PooledPoint
}

/** A resolved question, and the prediction that gave the highest probability to what came true. */
export interface ResolvedQuestion {
  readonly question: QuestionAlone
  readonly closest: ListedPrediction | undefined
}

/** Everything that the home page shows. */
export interface HomeData {
  readonly stats: CommunityStats
  /** The open question that shows how to read all others; undefined while none has enough voices. */
  readonly example: QuestionWithHistory | undefined
  /** The largest moves first. */
  readonly moved: ReadonlyArray<MovedQuestion>
  readonly closing: ReadonlyArray<QuestionAlone>
  readonly newest: ReadonlyArray<QuestionAlone>
  readonly resolved: ReadonlyArray<ResolvedQuestion>
  /** The battle of this week, or the latest one with standings. */
  readonly battle: WeeklyBattle
  readonly articles: ReadonlyArray<ArticleHeader>
  readonly now: Date
}

/** Rows in each list of the page. */
const rowsShown = 4
const articlesShown = 3

/** Open questions among which the example and the moves are chosen. */
const candidatesMax = 50

/** With fewer voices, a question shows neither a course nor an interval worth explaining. */
const exampleVoicesMin = 3

const binaryVoices = ({ no_count, yes_count }: QuestionAlone): number => yes_count + no_count

const historyOf = (question: QuestionAlone) =>
  Effect.map(
    Effect.flatMap(ConsensusReads, (reads) => reads.voices(question.id)),
    (voices): QuestionWithHistory => ({ question, history: pooledHistory(voices) })
  )

/** Smaller moves, in percentage points, are not worth a line. */
const moveMin = 2

/**
 * How the pool moved since a time, or since it had enough voices to move; undefined when it moved by less than two
 * points.
 */
export const moveSince = ({ history, question }: QuestionWithHistory, since: Date): MovedQuestion | undefined => {
  const before = history.findLast(({ voice }) => voice.created_at.getTime() <= since.getTime())
  const enough = history[movingVoicesMin - 1]
  const from = before === undefined || before.total_agents < movingVoicesMin ? enough : before
  const after = history.at(-1)
  return from === undefined || after === undefined || Math.abs(after.probability - from.probability) < moveMin
    ? undefined
    : { question, before: from, after }
}

const moveSize = ({ after, before }: MovedQuestion): number => Math.abs(after.probability - before.probability)

const movesOf = (candidates: ReadonlyArray<Discovery>, now: Date) => {
  const since = new Date(now.getTime() - movingDays * 86_400_000)
  const moving = candidates.filter(({ terms }) => terms.moving > 0)
    .sort((one, other) => other.terms.moving - one.terms.moving)
    .slice(0, rowsShown)
  return Effect.map(
    Effect.forEach(moving, ({ question }) => historyOf(question), { concurrency: "unbounded" }),
    (histories) =>
      histories.flatMap((found) => moveSince(found, since) ?? []).sort((one, other) => moveSize(other) - moveSize(one))
  )
}

const exampleOf = (candidates: ReadonlyArray<Discovery>) => {
  const most = candidates.map(({ question }) => question).reduce<QuestionAlone | undefined>(
    (best, question) => best === undefined || binaryVoices(question) > binaryVoices(best) ? question : best,
    undefined
  )
  return most === undefined || binaryVoices(most) < exampleVoicesMin ? Effect.succeed(undefined) : historyOf(most)
}

/** The most confident prediction on what came true. */
const closestOf = (question: QuestionAlone) => {
  const { correct_options = [], id, outcome, question_type } = question
  const side = question_type === "multi"
    ? correct_options.length === 1 ? { option: correct_options[0]! } : undefined
    : outcome === null
    ? undefined
    : { prediction: outcome }
  if (side === undefined) return Effect.succeed({ question, closest: undefined })
  return Effect.map(
    Effect.flatMap(PredictionLists, (lists) =>
      lists.ofQuestion(
        id,
        { ...side, sort: "confidence", limit: 1, offset: 0, fields: ["user_name", "selected_option"] },
        undefined
      )),
    ({ items }): ResolvedQuestion => ({ question, closest: items[0] })
  )
}

const listed = (status: QuestionStatus, sort: QuestionSort) =>
  Effect.flatMap(
    Questions,
    (questions) =>
      Effect.map(questions.list(anonymous, { status, sort, limit: rowsShown, offset: 0 }), ({ items }) => items)
  )

const latestBattle = Effect.gen(function*() {
  const { ofWeek } = yield* WeeklyBattles
  const current = yield* ofWeek(undefined)
  return current.standings.length > 0 || current.previous_week === undefined
    ? current
    : yield* ofWeek(current.previous_week)
})

/** Reads the home page's data. */
export const readHome = Effect.gen(function*() {
  const now = yield* pageTime
  const stats = yield* CommunityStatsReads
  const discoveries = yield* Discoveries
  const articles = yield* Articles
  const candidates = Effect.map(
    discoveries.list({}, { limit: candidatesMax, offset: 0 }),
    ({ items }) => items.filter(({ question }) => question.question_type === "binary")
  )
  const data = yield* Effect.all({
    stats: stats.now,
    chosen: Effect.flatMap(
      candidates,
      (found) => Effect.all({ example: exampleOf(found), moved: movesOf(found, now) })
    ),
    closing: listed("open", "closing"),
    newest: listed("open", "newest"),
    resolved: Effect.flatMap(
      listed("resolved", "recently_resolved"),
      (questions) => Effect.forEach(questions, closestOf, { concurrency: "unbounded" })
    ),
    battle: latestBattle,
    articles: Effect.map(articles.list({ limit: articlesShown, offset: 0 }), ({ items }) => items)
  }, { concurrency: "unbounded" })
  const { chosen, ...rest } = data
  return { ...rest, ...chosen, now } satisfies HomeData
})
