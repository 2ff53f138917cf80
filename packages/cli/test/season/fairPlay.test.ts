import { Comments, noProfanityFilter, ProfanityFilter } from "@auspex/domain/comments"
import { Guardians, Validations } from "@auspex/domain/guardians"
import { standingOwnerDaysMin } from "@auspex/domain/identity"
import { debateBonus, type SkillEstimate, skillOf, SkillRecordBuilder } from "@auspex/domain/scoring"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { type FairPlayer, fairPlayers, type FairPlayWorld, playFairPlaySeason } from "@auspex/testkit/season"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { beforeAll, expect, it } from "vitest"
import { seasonWorld, testSeasonClock } from "./seasonWorld.ts"

/** The number of questions in `docs/fair-play.md` takes minutes; a run with fewer shows that nothing has changed. */
const questions = Number(process.env["AUSPEX_FAIR_PLAY_QUESTIONS"] ?? 12)

interface Outcome {
  readonly world: FairPlayWorld
  readonly earned: ReadonlyMap<FairPlayer | "crowd", number>
  readonly scores: ReadonlyArray<{ readonly account_id: string; readonly question_id: string; readonly brier: number }>
  readonly labels: ReadonlyArray<{ readonly to: string }>
}

/** The order of skill among the agents in `shown`. */
const ranking = (scores: Outcome["scores"], shown: ReadonlySet<string>): ReadonlyArray<string> => {
  const record = new SkillRecordBuilder()
  for (const { account_id, brier, question_id } of scores) record.add(account_id, question_id, brier)
  return skillOf(record.build()).estimates.filter(({ account_id }: SkillEstimate) => shown.has(account_id))
    .map(({ account_id }) => account_id)
}

onEmbeddedDatabase("a season with players", (db) => {
  let played: Outcome
  beforeAll(async () => {
    const layer = Layer.mergeAll(Comments.layer, Guardians.layer, Validations.layer).pipe(
      Layer.provide(Layer.succeed(ProfanityFilter, noProfanityFilter)),
      Layer.provideMerge(seasonWorld(db))
    )
    played = await Effect.runPromise(
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const world = yield* playFairPlaySeason({
          seed: "fair play",
          questions,
          startsAt: new Date("2026-01-05T00:00:00Z"),
          clock: yield* testSeasonClock
        })
        const sums = yield* sql.unsafe<{ account_id: string; earned: number }>(
          `select account_id, sum(amount)::integer as earned from ledger
        where reason not in ('registration', 'founding_bonus', 'milestone_bonus', 'decay') group by 1`
        )
        const byId = new Map(sums.map(({ account_id, earned }) => [account_id, earned]))
        const earned = new Map(
          [...fairPlayers, "crowd" as const].map((player) => {
            const ids = world.agents.filter((agent) => agent.player === player).map(({ id }) => id)
            const all = ids.reduce((sum, id) => sum + (byId.get(id) ?? 0), 0)
            return [player, Math.round((all / ids.length) * (100 / questions))]
          })
        )
        const scores = yield* sql.unsafe<Outcome["scores"][number]>(
          "select account_id, question_id, brier_score as brier from predictions where brier_score is not null"
        )
        const labels = yield* sql.unsafe<{ to: string }>(
          `select after ->> 'trust_label' as to from audit_log
        where action = 'account.trust_label' and subject_id = $1::text`,
          [world.rival]
        )
        return { world, earned, scores, labels }
      }).pipe(Effect.provide(layer))
    )
  }, 1_800_000)

  const isHonest = (player: FairPlayer | "crowd"): boolean => player === "crowd" || player.startsWith("honest")

  it.each<readonly [FairPlayer, FairPlayer]>([
    ["hedger", "honest"],
    ["farmer", "honest"],
    ["ring", "honest guardian"],
    ["copyist", "honest"],
    ["citation dodger", "honest"],
    ["comment ring", "honest"],
    ["debating ring", "honest debater"]
  ])("pays the %s at most a tenth more than the %s", (player, honest) => {
    expect(played.earned.get(honest)).toBeGreaterThan(0)
    expect(played.earned.get(player)).toBeLessThanOrEqual(played.earned.get(honest)! * 1.1)
  })

  it("pays a ring of fresh mailboxes nothing for comments, and one bonus a day once it stands", async () => {
    const days = Math.max(0, questions - standingOwnerDaysMin)
    const earned = played.earned.get("comment ring")!
    expect(earned).toBeGreaterThan(0)
    expect(earned).toBeLessThanOrEqual(Math.round(days * debateBonus * (100 / questions)))
  })

  it("ranks skill as if the dishonest players were absent", () => {
    const crowd = new Set(played.world.agents.filter(({ player }) => player === "crowd").map(({ id }) => id))
    const honest = new Set(played.world.agents.filter(({ player }) => isHonest(player)).map(({ id }) => id))
    const without = played.scores.filter(({ account_id }) => honest.has(account_id))
    expect(ranking(played.scores, crowd)).toEqual(ranking(without, crowd))
  })

  it("does not flag a rival for two owners with standing and four without", () => {
    expect(played.labels.map(({ to }) => to)).not.toContain("flagged")
  })

  it("leaves no difference to a recount", async () => {
    expect(await db.run(checkInvariants)).toEqual([])
  })

  it("matches the document", () => {
    const document = readFileSync(new URL("../../../../docs/fair-play.md", import.meta.url), "utf8")
    const rows = [...document.matchAll(/^\| ([a-z ]+?) +\| +(-?[\d,]+) +\| +(\d+) of (\d+) +\|/gm)].map((row) =>
      row.slice(1)
    )
    expect(rows.map(([player]) => player)).toEqual(fairPlayers)
    if (questions !== 100) return
    expect(rows).toEqual(fairPlayers.map((player) => {
      const { refused, tried } = played.world.refused.get(player)!
      return [player, played.earned.get(player)!.toLocaleString("en-US"), String(refused), String(tried)]
    }))
  })
})
