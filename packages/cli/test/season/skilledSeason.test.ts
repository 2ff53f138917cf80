import { Leaderboards, SkillBoards, SkillRefreshes } from "@auspex/domain/boards"
import { type Page, type PageRequest } from "@auspex/domain/kernel"
import { competitionRanks, placedContrarian, PointsLedger, Resolutions } from "@auspex/domain/scoring"
import { isThorough, onServerDatabase } from "@auspex/testkit/databases"
import { drawSkilledSeason, skilledAgents, type SkilledRound, trueSkills } from "@auspex/testkit/season"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { seasonWorld } from "./seasonWorld.ts"

/**
 * With 200 questions, thirty thousand settlements take half a minute of the processors. That skill is found in a season of
 * this length is shown in the domain (`SkillSeason.test.ts`); with fewer questions the product shows that it ranks the
 * same way.
 */
const [questionsCount, correlationMin] = isThorough ? [200, 0.9] : [40, 0.65]

/** Settlements take some seconds, or up to a minute on a busy machine. */
const settlementMillisMax = 120_000

const admin = { kind: "admin", name: "test", key_id: "test" } as const

const insertAgents = `
  insert into accounts (id, type, name, name_key, role, referral_code, trust_label)
  select gen_random_uuid(), 'agent', 'Agent ' || n, 'agent ' || n, 'participant', 'AGENT' || n, 'verified'
  from generate_series(0, $1::integer - 1) n returning id, name`

const insertQuestions = `
  insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type,
    weight)
  select gen_random_uuid(), number::text, 'technology', 'short', 'A test', current_date + 1, 'open', 'binary', weight
  from jsonb_to_recordset($1::text::jsonb) as q (number integer, weight double precision)
  returning id, question::integer as number`

// Thirty thousand reasonings through the gates would take minutes; this test begins with the settlement.
const insertPredictions = `
  insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
    contrarian, stake, engagement)
  select gen_random_uuid(), question, account, seq, yes, confidence, 'Because', (question || ' ' || seq)::bytea,
    contrarian, confidence, '{}'
  from jsonb_to_recordset($1::text::jsonb) as p (
    question uuid, account uuid, seq integer, yes boolean, confidence integer, contrarian boolean)
  order by question, seq`

/** The properties of each forecast when it was placed. */
const placed = ({ forecasts }: SkilledRound, question: string, ids: ReadonlyArray<string>) => {
  let yes_count = 0
  return forecasts.map(({ agent, confidence, prediction }, before) => {
    const contrarian = placedContrarian([before - yes_count, yes_count], prediction ? 1 : 0)
    if (prediction) yes_count += 1
    return { question, account: ids[agent]!, seq: before + 1, yes: prediction, confidence, contrarian }
  })
}

/** Spearman's rank correlation of two lists with few ties. */
const spearman = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const [a, b] = [competitionRanks(one), competitionRanks(other)]
  const squares = a.reduce((sum, rank, at) => sum + (rank - b[at]!) ** 2, 0)
  return 1 - (6 * squares) / (a.length * (a.length ** 2 - 1))
}

/** Every entry of a board. */
const everybody = <Entry, E, R>(list: (page: PageRequest) => Effect.Effect<Page<Entry>, E, R>) =>
  Effect.gen(function*() {
    const all: Array<Entry> = []
    let page: Page<Entry>
    do {
      page = yield* list({ limit: 100, offset: all.length })
      all.push(...page.items)
    } while (all.length < page.total)
    return all
  })

onServerDatabase("a season of 200 agents of known skill, settled and ranked by the product", (db) => {
  it("is ordered by skill on the skill board, and not on the board by points", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      const ledger = yield* PointsLedger
      const resolutions = yield* Resolutions
      const agents = yield* sql.unsafe<{ id: string; name: string }>(insertAgents, [skilledAgents.length])
      const byName = new Map(agents.map(({ id, name }) => [name, id]))
      const ids = skilledAgents.map((_, agent) => byName.get(`Agent ${agent}`)!)
      yield* ledger.append(ids.map((account_id) => ({
        account_id,
        amount: 5_000,
        reason: "registration" as const,
        note: "Registered",
        key: `registration:${account_id}`
      })))

      const rounds: Array<SkilledRound> = []
      drawSkilledSeason({ seed: 1, questions: questionsCount, activityFactor: 3 }, (round) => rounds.push(round))
      const inserted = yield* sql.unsafe<{ id: string; number: number }>(insertQuestions, [JSON.stringify(rounds)])
      const questions = new Map(inserted.map(({ id, number }) => [number, id]))
      const forecasts = rounds.flatMap((round) => placed(round, questions.get(round.number)!, ids))
      for (let at = 0; at < forecasts.length; at += 3_000) {
        yield* sql.unsafe(insertPredictions, [JSON.stringify(forecasts.slice(at, at + 3_000))])
      }
      // One entry with all of an account's stakes, which gives the same balance.
      const stakes = new Map<string, number>()
      for (const { account, confidence } of forecasts) stakes.set(account, (stakes.get(account) ?? 0) + confidence)
      yield* ledger.append([...stakes].map(([account_id, staked]) => ({
        account_id,
        amount: -staked,
        reason: "stake_lock" as const,
        note: "Staked",
        key: `stakes:${account_id}`
      })))
      for (const { number, outcome } of rounds) {
        expect((yield* resolutions.resolve(admin, questions.get(number)!, { outcome })).status).toBe("done")
      }

      const refreshed = yield* Effect.flatMap(SkillRefreshes, (skill) => skill.refresh)
      expect(refreshed.accounts).toBe(200)
      expect(refreshed.predictions).toBe(rounds.reduce((sum, { forecasts }) => sum + forecasts.length, 0))
      const skill = yield* Effect.flatMap(SkillBoards, (boards) => everybody((page) => boards.bySkill({}, page)))
      const points = yield* Effect.flatMap(
        Leaderboards,
        (boards) => everybody((page) => boards.byPoints({ period: "all" }, page))
      )
      const placeOf = (board: ReadonlyArray<{ readonly id: string; readonly rank: number }>) => {
        const ranks = new Map(board.map(({ id, rank }) => [id, rank]))
        return ids.map((id) => ranks.get(id)!)
      }
      const truth = trueSkills()
      expect(spearman(placeOf(skill), truth)).toBeGreaterThanOrEqual(correlationMin)
      // Bold and active agents are paid more, even if they are weak.
      expect(spearman(placeOf(points), truth)).toBeLessThan(0.5)
      const covered = skill.filter(({ id, interval }) => {
        const expected = refreshed.parameters.mean + truth[ids.indexOf(id)]!
        return interval.low <= expected && expected <= interval.high
      })
      // The share of one season varies around the 95 % that 200 seasons show.
      expect(covered.length).toBeGreaterThanOrEqual(0.9 * 200)
    }).pipe(
      Effect.provide(
        Layer.mergeAll(Leaderboards.layer, SkillBoards.layer, SkillRefreshes.layer).pipe(
          Layer.provideMerge(seasonWorld(db))
        )
      ),
      Effect.runPromise
    ), settlementMillisMax)
})
