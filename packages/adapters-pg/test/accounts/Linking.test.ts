import { Accounts, Authenticator, isGuardian } from "@auspex/domain/accounts"
import { PointsLedger } from "@auspex/domain/scoring"
import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { beforeEach, describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { v7 as uuidv7 } from "uuid"
import { actorOf, agent, human, inWorld, Outside, verdict } from "./accountsWorld.ts"

const firstPage = { limit: 20, offset: 0 }

/** An open question, with or without a submitter. */
const question = (suggestedBy: string | null = null) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient
    const id = uuidv7()
    yield* sql`insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type, suggested_by)
      values (${id}, 'Will it rain?', 'society', 'long', 'the sky', '2099-01-01', 'open', 'binary', ${suggestedBy})`
    return id
  })

const prediction = (
  questionId: string,
  accountId: string,
  seq: number,
  resolved?: { confidence: number; correct: boolean }
) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient
    const id = uuidv7()
    yield* sql`insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
        contrarian, stake, engagement)
      values (${id}, ${questionId}, ${accountId}, ${seq}, true, ${resolved?.confidence ?? 60}, 'because', ${
      Buffer.from(id)
    },
        false, 60, '{}')`
    // Placed first and judged later, like real predictions.
    if (resolved !== undefined) yield* sql`update predictions set correct = ${resolved.correct} where id = ${id}`
    return id
  })

const vote = (predictionId: string, accountId: string, value: 1 | -1) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient
    yield* sql`insert into prediction_votes (prediction_id, account_id, value) values (${predictionId}, ${accountId}, ${value})`
    yield* sql`update predictions set upvotes = upvotes + ${value === 1 ? 1 : 0}, downvotes = downvotes + ${
      value === 1 ? 0 : 1
    }
      where id = ${predictionId}`
    yield* sql`select auspex_count_owner_votes(array[${predictionId}]::uuid[], '{}')`
  })

const like = (questionId: string, accountId: string) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient
    yield* sql`insert into question_votes (question_id, account_id) values (${questionId}, ${accountId})`
    yield* sql`update questions set upvotes = upvotes + 1 where id = ${questionId}`
  })

onEachDatabase("Linking", (db) => {
  const run = inWorld(db)
  beforeEach(() => Effect.runPromise(db.reset))

  it.live("verifies the agent and gives it its owner, with an audit entry, permanently", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const ada = yield* human("ada")
      const eve = yield* human("eve")
      const bot = yield* agent("Bot")
      const { agent: linked } = yield* accounts.link(ada.actor, bot.api_key)
      expect(linked).toMatchObject({ id: bot.id, linked: true, owner_id: ada.id, trust_label: "verified" })
      expect(yield* actorOf(bot.api_key)).toMatchObject({ owner_id: ada.id, trust_label: "verified" })
      const again = yield* accounts.link(ada.actor, bot.api_key)
      expect(again).toEqual({ message: "Bot is linked to your account already.", agent: linked })
      expect(yield* verdict(accounts.link(eve.actor, bot.api_key))).toBe("ALREADY_LINKED")
      const sql = yield* SqlClient
      expect(yield* sql`select actor, action, subject_id from audit_log`).toEqual([
        { actor: `account:${ada.id}`, action: "account.link", subject_id: bot.id }
      ])
      expect((yield* accounts.myAgents(ada.actor, firstPage)).items).toEqual([linked])
      expect((yield* accounts.me(yield* actorOf(bot.api_key))).linked).toBe(true)
    })))

  it.live("requires a person with a verified address and the right key", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const ada = yield* human("ada", { verified: false })
      const eve = yield* human("eve")
      const bot = yield* agent("Bot")
      expect(yield* verdict(accounts.link(bot.actor, bot.api_key))).toBe("HUMAN_REQUIRED")
      expect(yield* verdict(accounts.link(ada.actor, bot.api_key))).toBe("EMAIL_NOT_VERIFIED")
      expect(yield* verdict(accounts.link(eve.actor, "sk_wrong"))).toBe("INVALID_REQUEST")
      expect(yield* verdict(accounts.link(eve.actor, undefined))).toBe("INVALID_REQUEST")
      yield* accounts.rotateKey(bot.actor)
      expect(yield* verdict(accounts.link(eve.actor, bot.api_key))).toBe("INVALID_REQUEST")
      expect(yield* verdict(accounts.myAgents(bot.actor, firstPage))).toBe("HUMAN_REQUIRED")
    })))

  it.live("pages through the agents, newest first, while more are linked", () =>
    run(Effect.gen(function*() {
      const accounts = yield* Accounts
      const ada = yield* human("ada")
      const linkNew = (name: string) => Effect.flatMap(agent(name), ({ api_key }) => accounts.link(ada.actor, api_key))
      for (let count = 1; count <= 5; count++) yield* linkNew(`Bot ${count}`)
      const first = yield* accounts.myAgents(ada.actor, { limit: 2, offset: 0 })
      yield* linkNew("Bot 6")
      const second = yield* accounts.myAgents(ada.actor, { limit: 2, offset: 0, cursor: first.next_cursor! })
      const third = yield* accounts.myAgents(ada.actor, { limit: 2, offset: 0, cursor: second.next_cursor! })
      expect([first, second, third].map(({ items }) => items.map(({ name }) => name))).toEqual([
        ["Bot 5", "Bot 4"],
        ["Bot 3", "Bot 2"],
        ["Bot 1"]
      ])
      expect([first.total, third.total, third.next_cursor]).toEqual([5, 6, null])
      expect(yield* verdict(accounts.myAgents(ada.actor, { limit: 2, offset: 0, cursor: "rubbish" }))).toBe(
        "INVALID_REQUEST"
      )
    })))

  describe("within a family", () => {
    it.live.each<[string, string, string]>([
      ["the owner recruited the agent", "ada", "Bot"],
      ["the agent recruited the owner", "Bot", "ada"],
      ["a sibling recruited the agent", "Sister", "Bot"],
      ["the agent recruited a sibling", "Bot", "Sister"]
    ])("takes the referral bonus back when %s", ([_, recruiter, recruit]) =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        const codes: Record<string, string> = {}
        const secrets: Record<string, string> = {}
        const ids: Record<string, string> = {}
        for (
          const name of [
            recruiter,
            recruit,
            ...["ada", "Bot", "Sister"].filter((n) => n !== recruiter && n !== recruit)
          ]
        ) {
          const referral = name === recruit ? { referral_code: codes[recruiter]! } : {}
          const account = name === "ada" ? yield* human(name, referral) : yield* agent(name, referral)
          codes[name] = account.user.referral_code!
          ids[name] = account.id
          secrets[name] = "token" in account ? account.token : account.api_key
        }
        const ada = yield* actorOf(secrets["ada"]!)
        const balance = Effect.map(accounts.admin.show(ids[recruiter]!), ({ points }) => points)
        yield* accounts.link(ada, secrets["Sister"]!)
        expect(yield* balance).toBe(5_200)
        const { agent: linked } = yield* accounts.link(ada, secrets["Bot"]!)
        expect(yield* balance).toBe(5_000)
        if (recruiter === "Bot") expect(linked.points).toBe(5_000)
        const { items } = yield* (yield* PointsLedger).transactions(ids[recruiter]!, firstPage)
        expect(items.map(({ amount, reason }) => [amount, reason])).toEqual([
          [-200, "referral_reversal"],
          [200, "referral_bonus"],
          [5_000, "registration"]
        ])
      })))

    it.live.each<[string, string]>([
      ["the same account", "ada"],
      ["another mailbox of the owner", "ada+work"]
    ])(
      "takes votes back, either way, and leaves those of strangers: a sibling of %s",
      ([_, otherOwner]) =>
        run(Effect.gen(function*() {
          const accounts = yield* Accounts
          const sql = yield* SqlClient
          const ada = yield* human("ada")
          const [sister, bot, stranger] = [yield* agent("Sister"), yield* agent("Bot"), yield* agent("Stranger")]
          const passer = yield* agent("Passer")
          const other = otherOwner === "ada" ? ada : yield* human(otherOwner)
          yield* accounts.link(other.actor, sister.api_key)
          const suggested = yield* question(sister.id)
          const foreign = yield* question(stranger.id)
          const bySister = yield* prediction(suggested, sister.id, 1)
          const byBot = yield* prediction(suggested, bot.id, 2)
          const byStranger = yield* prediction(suggested, stranger.id, 3)
          yield* vote(bySister, bot.id, 1)
          yield* vote(bySister, stranger.id, 1)
          yield* vote(byBot, ada.id, 1)
          yield* vote(byBot, sister.id, -1)
          yield* vote(byBot, stranger.id, -1)
          yield* vote(byStranger, bot.id, 1)
          yield* vote(byStranger, sister.id, 1)
          yield* vote(byStranger, passer.id, -1)
          for (const voter of [bot.id, stranger.id]) yield* like(suggested, voter)
          yield* like(foreign, bot.id)
          const { topics } = yield* Outside
          topics.length = 0
          yield* accounts.link(ada.actor, bot.api_key)
          const counts = Effect.map(
            sql<
              { id: string; upvotes: number; downvotes: number }
            >`select id, upvotes, downvotes from predictions order by seq`,
            (rows) => rows.map(({ downvotes, upvotes }) => [upvotes, downvotes])
          )
          expect(yield* counts).toEqual([[1, 0], [0, 1], [2, 1]])
          // Rankings count the votes of siblings once.
          expect(yield* sql`select owner_upvotes as up, owner_downvotes as down from predictions order by seq`).toEqual(
            [
              { up: 1, down: 0 },
              { up: 0, down: 1 },
              { up: 1, down: 1 }
            ]
          )
          expect(
            yield* sql`select p.id from predictions p where upvotes <> (select count(*) from prediction_votes where prediction_id = p.id and value = 1)
          or downvotes <> (select count(*) from prediction_votes where prediction_id = p.id and value = -1)`
          ).toEqual([])
          expect(yield* sql`select upvotes from questions order by id`).toEqual([{ upvotes: 1 }, { upvotes: 1 }])
          expect(topics).toContain(`question:${suggested}`)
          expect(topics).not.toContain(`question:${foreign}`)
        }))
    )
  })

  describe("the own account", () => {
    it.live("shows performance: accuracy, Brier, calibration by stated confidence, tier and the next", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        const sql = yield* SqlClient
        const bot = yield* agent("Bot")
        const empty = yield* accounts.me(bot.actor)
        expect(empty).toMatchObject({ owner_id: null, linked: false, unread_notification_count: 0 })
        expect(empty.performance).toEqual({
          predictions: 0,
          resolved: 0,
          accuracy: 0,
          brier_score: null,
          calibration: [],
          streak_count: 0,
          max_streak: 0,
          tier: "analyst",
          next_tier: "oracle",
          points_to_next_tier: 15_000
        })
        const stated = [[60, true], [60, false], [60, true], [90, true]] as const
        for (const [confidence, correct] of stated) {
          yield* prediction(yield* question(), bot.id, 1, { confidence, correct })
        }
        yield* prediction(yield* question(), bot.id, 1)
        yield* sql`update accounts set prediction_count = 5, resolved_count = 4, correct_count = 3, brier_sum = 0.5 where id = ${bot.id}`
        const { performance } = yield* accounts.me(bot.actor)
        expect(performance).toMatchObject({ predictions: 5, resolved: 4, accuracy: 0.75, brier_score: 0.125 })
        expect(performance.calibration).toEqual([
          { confidence: 60, predictions: 3, observed: 2 / 3 },
          { confidence: 90, predictions: 1, observed: 1 }
        ])
        expect(performance).not.toHaveProperty("calibration_advice")
      })))

    it.live("gives advice on calibration once there are enough predictions, with the count and the interval", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        const bot = yield* agent("Bot")
        for (let n = 0; n < 24; n++) {
          yield* prediction(yield* question(), bot.id, 1, { confidence: 85, correct: n % 3 === 0 })
        }
        const { performance } = yield* accounts.me(bot.actor)
        expect(performance.calibration_advice).toMatchObject([
          { band: "80-89", predictions: 24, observed: 1 / 3, direction: "overconfident" }
        ])
        const [advice] = performance.calibration_advice!
        expect(advice!.interval.low).toBeGreaterThan(0.1)
        expect(advice!.interval.high).toBeLessThan(0.85)
      })))

    it.live("becomes a guardian, if it requested the role, when it is linked, and not before", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        const ada = yield* human("ada")
        const bot = yield* accounts.register({ name: "Bot", model: "gpt-5", role: "predictor,guardian" })
        const plain = yield* accounts.register({ name: "Plain", model: "gpt-5" })
        const guardianSteps = ({ next_steps }: typeof bot) =>
          next_steps.filter((step) => step.includes("guardian")).length
        expect([bot.user.role, guardianSteps(bot), guardianSteps(plain)]).toEqual(["predictor,guardian", 1, 0])
        const before = yield* actorOf(bot.api_key)
        expect([isGuardian(before), before.roles]).toEqual([false, ["predictor", "guardian"]])
        // A requested role is kept; accounts that did not request it cannot get it this way.
        expect((yield* accounts.updateMe(before, { role: "guardian,scout" })).role).toBe("guardian,scout")
        expect(yield* verdict(accounts.updateMe(yield* actorOf(plain.api_key), { role: "guardian" }))).toBe(
          "GUARDIAN_REQUIRED"
        )
        const { message } = yield* accounts.link(ada.actor, bot.api_key)
        expect(message).toContain("guardian")
        expect(isGuardian(yield* actorOf(bot.api_key))).toBe(true)
      })))

    it.live("counts for the first account with its owner's mailbox", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        const ada = yield* human("ada")
        const again = yield* human("ada+again")
        const bot = yield* agent("Bot")
        yield* accounts.link(again.actor, bot.api_key)
        const linked = yield* actorOf(bot.api_key)
        expect([linked.owner_id, linked.owner_key, again.actor.owner_key]).toEqual([
          again.actor.id,
          ada.actor.id,
          ada.actor.id
        ])
      })))

    it.live("changes its profile, clears fields with an empty text, and becomes a guardian only when verified", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        const ada = yield* human("ada")
        const bot = yield* agent("Bot")
        const changed = yield* accounts.updateMe(bot.actor, {
          bio: "I bet.",
          catchphrase: "Hm",
          avatar_url: "https://example.org/a.png"
        })
        expect(changed).toMatchObject({ bio: "I bet.", catchphrase: "Hm", avatar_url: "https://example.org/a.png" })
        const cleared = yield* accounts.updateMe(bot.actor, { bio: "", role: "predictor,scout" })
        expect(cleared).toMatchObject({ catchphrase: "Hm", role: "predictor,scout" })
        expect(cleared).not.toHaveProperty("bio")
        expect(yield* verdict(accounts.updateMe(bot.actor, { role: "guardian" }))).toBe("GUARDIAN_REQUIRED")
        expect(yield* verdict(accounts.updateMe(ada.actor, { role: "guardian" }))).toBe("GUARDIAN_REQUIRED")
        expect(yield* verdict(accounts.updateMe(bot.actor, { avatar_url: "javascript:alert(1)" }))).toBe(
          "INVALID_REQUEST"
        )
        expect(yield* verdict(accounts.updateMe(bot.actor, { bio: "x".repeat(501) }))).toBe("INVALID_REQUEST")
        yield* accounts.link(ada.actor, bot.api_key)
        const guardian = yield* accounts.updateMe(yield* actorOf(bot.api_key), { role: "predictor,guardian" })
        expect(guardian.role).toBe("predictor,guardian")
        const eve = yield* human("eve", { verified: false })
        expect(yield* verdict(accounts.updateMe(eve.actor, { bio: "hi" }))).toBe("EMAIL_NOT_VERIFIED")
      })))

    it.live("rotates an agent's key: the old one stops working immediately", () =>
      run(Effect.gen(function*() {
        const accounts = yield* Accounts
        const { byKey } = yield* Authenticator
        const bot = yield* agent("Bot")
        const { api_key } = yield* accounts.rotateKey(bot.actor)
        expect(yield* byKey(bot.api_key)).toBeUndefined()
        expect((yield* byKey(api_key))?.id).toBe(bot.id)
        const ada = yield* human("ada")
        expect(yield* verdict(accounts.rotateKey(ada.actor))).toBe("AGENT_REQUIRED")
      })))
  })
})
