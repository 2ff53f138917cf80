import { Accounts } from "@auspex/domain/accounts"
import { PointsDecay } from "@auspex/domain/scoring"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import {
  goodPrediction,
  linkedAgent,
  logIn,
  mailedToken,
  openQuestion,
  predict,
  query,
  registerAgent,
  setPoints,
  signUp,
  tick,
  verifiedHuman
} from "../people.ts"

const minute = 60
const hour = 60 * minute
const day = 24 * hour

onServerDatabaseFirst("the limits of time", (db) => {
  let auspex: RunningAuspex
  /** Sets the database's clock ahead by a number of seconds. */
  const ahead = (seconds: number) => Effect.runPromise(db.shiftClock(`${seconds} seconds`))
  /** Sets the database's clock to an instant. */
  const setClock = (instant: Date) => ahead((instant.getTime() - Date.now()) / 1_000)
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
  })
  beforeEach(() => ahead(0))
  afterAll(async () => {
    await ahead(0)
    await auspex.stop()
  })

  const outcome = ({ body, status }: { readonly status: number; readonly body: { readonly code?: string } }): string =>
    status < 400 ? String(status) : `${status} ${body.code}`

  describe("a mailed token", () => {
    it.each([[day - 10, "200"], [day + 1, "401 INVALID_TOKEN"]])(
      "that verifies, after %i seconds: %s",
      async (seconds, expected) => {
        const { email } = await signUp(auspex)
        const token = mailedToken(auspex, email)
        await ahead(seconds)
        const verify = () => auspex.call("POST", "/api/auth/verify-email", { body: { token } })
        expect(outcome(await verify())).toBe(expected)
        // It works only once.
        expect(outcome(await verify())).toBe("401 INVALID_TOKEN")
      }
    )

    it.each([[10 * minute - 10, "200"], [10 * minute + 1, "401 INVALID_TOKEN"]])(
      "that resets, after %i seconds: %s",
      async (seconds, expected) => {
        const { email, token: session } = await verifiedHuman(auspex)
        const before = auspex.mails().length
        await auspex.call("POST", "/api/auth/forgot-password", { body: { email } })
        while (auspex.mails().length === before) await new Promise((resolve) => setTimeout(resolve, 10))
        const token = mailedToken(auspex, email)
        await ahead(seconds)
        const reset = () =>
          auspex.call("POST", "/api/auth/reset-password", { body: { token, password: "a new battery" } })
        expect(outcome(await reset())).toBe(expected)
        expect(outcome(await reset())).toBe("401 INVALID_TOKEN")
        const sessions = await auspex.call("GET", "/api/me", { as: session })
        expect(outcome(sessions)).toBe(expected === "200" ? "401 INVALID_TOKEN" : "200")
      }
    )
  })

  describe("a session", () => {
    const me = async (token: string): Promise<string> => outcome(await auspex.call("GET", "/api/me", { as: token }))

    it("expires after seven days without use", async () => {
      const human = await signUp(auspex)
      await ahead(7 * day - 10)
      expect(await me(human.token)).toBe("200")
      await ahead(14 * day - 20)
      expect(await me(human.token)).toBe("200")
      await ahead(21 * day)
      expect(await me(human.token)).toBe("401 INVALID_TOKEN")
    })

    it("expires after thirty days in any case", async () => {
      const human = await signUp(auspex)
      for (let days = 6; days <= 24; days += 6) {
        await ahead(days * day)
        expect(await me(human.token)).toBe("200")
      }
      await ahead(30 * day - 10)
      expect(await me(human.token)).toBe("200")
      await ahead(30 * day + 1)
      expect(await me(human.token)).toBe("401 INVALID_TOKEN")
      expect(await me(await logIn(auspex, human))).toBe("200")
    })
  })

  it("let an admin key expire after ninety days", async () => {
    const list = async () => outcome(await auspex.call("GET", "/api/admin/keys", { as: auspex.adminKey }))
    await ahead(90 * day - 30)
    expect(await list()).toBe("200")
    await ahead(90 * day + 1)
    expect(await list()).toBe("401 INVALID_API_KEY")
  })

  describe("the prediction window", () => {
    const resolution_date = new Date(Date.now() + 20 * day * 1_000).toISOString().slice(0, 10)
    const end = Date.parse(`${resolution_date}T00:00:00Z`) + day * 1_000

    it.each([["short", 2], ["mid", 24], ["long", 72]])(
      "of a %s question ends %i hours before the end of its resolution day",
      async (timeframe, hours) => {
        const agent = await linkedAgent(auspex)
        const question = await openQuestion(auspex, { timeframe, resolution_date })
        const windowEnd = end - hours * hour * 1_000
        const see = async () =>
          (await auspex.call("GET", `/api/questions/${question}`, { as: agent.key })).body.question
        const dryRun = async () =>
          outcome(
            await auspex.call("POST", `/api/questions/${question}/predict?dry_run=true`, {
              as: agent.key,
              body: goodPrediction()
            })
          )
        await setClock(new Date(windowEnd - 10_000))
        expect(await dryRun()).toBe("200")
        const before = await see()
        expect(before).toMatchObject({ status: "open", is_frozen: false, prediction_window_open: true })
        expect(before.time_remaining).toBeGreaterThan(0)
        expect(before.time_remaining).toBeLessThanOrEqual(10)
        await setClock(new Date(windowEnd + 1))
        expect(await dryRun()).toBe("400 QUESTION_NOT_OPEN")
        const frozen = { is_frozen: true, prediction_window_open: false, time_remaining: 0 }
        expect(await see()).toMatchObject({ status: "open", ...frozen })
        await tick(auspex)
        expect(await see()).toMatchObject({ status: "closed", ...frozen })
      }
    )

    it("ends at closes_at if that is earlier", async () => {
      const agent = await linkedAgent(auspex)
      const closes_at = new Date(Date.now() + 5 * day * 1_000)
      const question = await openQuestion(auspex, { resolution_date, closes_at: closes_at.toISOString() })
      const target = `/api/questions/${question}/predict?dry_run=true`
      const dryRun = async () => outcome(await auspex.call("POST", target, { as: agent.key, body: goodPrediction() }))
      await setClock(new Date(closes_at.getTime() - 10_000))
      expect(await dryRun()).toBe("200")
      await setClock(new Date(closes_at.getTime() + 1))
      expect(await dryRun()).toBe("400 QUESTION_NOT_OPEN")
    })

    it("is announced once, 24 hours before its end", async () => {
      const question = await openQuestion(auspex, { timeframe: "mid", resolution_date })
      const warnings = () =>
        query(
          auspex,
          "select data from outbox_events where event = 'question.closing_soon' and question_id = $1::uuid",
          [question]
        )
      const windowEnd = end - day * 1_000
      await setClock(new Date(windowEnd - day * 1_000 - 10_000))
      await tick(auspex)
      expect(await warnings()).toEqual([])
      await setClock(new Date(windowEnd - day * 1_000 + 1))
      for (let ticks = 0; ticks < 3; ticks++) await tick(auspex)
      const data = { question_id: question, closes_at: new Date(windowEnd).toISOString() }
      expect(await warnings()).toEqual([{ data }])
    })
  })

  const amounts = async (agent: { readonly id: string }, reason: string): Promise<ReadonlyArray<number>> =>
    (await query<{ amount: number }>(
      auspex,
      "select amount from ledger where account_id = $1::uuid and reason = $2 order by seq",
      [agent.id, reason]
    )).map(({ amount }) => amount)

  it("include the stipend, once per UTC day by the database's calendar", async () => {
    const agent = await linkedAgent(auspex)
    const questions = [await openQuestion(auspex), await openQuestion(auspex), await openQuestion(auspex)] as const
    const midnight = (Math.floor(Date.now() / 1_000 / day) + 2) * day * 1_000
    await setClock(new Date(midnight - 20_000))
    await predict(auspex, agent, questions[0])
    await predict(auspex, agent, questions[1])
    expect(await amounts(agent, "daily_stipend")).toEqual([50])
    await setClock(new Date(midnight))
    await predict(auspex, agent, questions[2])
    expect(await amounts(agent, "daily_stipend")).toEqual([50, 50])
  })

  it("include the reward for a third category within 24 hours, not one second later", async () => {
    const agent = await linkedAgent(auspex)
    for (const category of ["technology", "industry"]) {
      await predict(auspex, agent, await openQuestion(auspex, { category, subcategory: null }))
    }
    const third = await openQuestion(auspex, { category: "society", subcategory: null })
    const dryRun = async () => {
      const target = `/api/questions/${third}/predict?dry_run=true`
      return (await auspex.call("POST", target, { as: agent.key, body: goodPrediction() })).body.engagement_reward
        .diversity
    }
    await ahead(day - 30)
    expect(await dryRun()).toBe(20)
    await ahead(day + 1)
    expect(await dryRun()).toBe(0)
  })

  it("take back the bonus for a recruit not linked within 30 days, once, with a notification", async () => {
    const recruiter = await registerAgent(auspex)
    const { referral_code } = recruiter
    const [linked] = [await registerAgent(auspex, { referral_code })]
    for (let count = 0; count < 6; count++) await registerAgent(auspex, { referral_code })
    const owner = await verifiedHuman(auspex)
    await auspex.call("POST", "/api/me/agents", { as: owner.token, body: { api_key: linked!.key } })
    const reverse = async (): Promise<void> => {
      const next = Effect.flatMap(Accounts, ({ referrals }) => referrals.reverseNext)
      await Promise.all([auspex.run(next), auspex.run(next)])
      while (await auspex.run(next) > 0);
    }
    expect(await amounts(recruiter, "referral_bonus")).toEqual([200, 300, 300, 300, 500, 500])
    await ahead(30 * day - 10)
    await reverse()
    expect(await amounts(recruiter, "referral_reversal")).toEqual([])
    await ahead(30 * day + 1)
    await reverse()
    await reverse()
    // The bonus of one recruit remains.
    expect(await amounts(recruiter, "referral_reversal")).toEqual([-500, -500, -300, -300, -300])
    const { notifications } = (await auspex.call("GET", "/api/me/notifications", { as: recruiter.key })).body
    expect(notifications[0]).toMatchObject({
      type: "points_reversed",
      body: expect.stringContaining("nobody linked the recruit within 30 days")
    })
  })

  describe("decay", () => {
    const decay = async (): Promise<void> => {
      const next = Effect.flatMap(PointsDecay, (worker) => worker.decayNext)
      while (await auspex.run(next) > 0);
    }

    it("begins after seven days without a prediction and takes 2 % a day", async () => {
      const agent = await registerAgent(auspex)
      await ahead(7 * day - 10)
      await decay()
      expect(await amounts(agent, "decay")).toEqual([])
      await ahead(7 * day + 1)
      await decay()
      await decay()
      expect(await amounts(agent, "decay")).toEqual([-100])
      await ahead(8 * day + 1)
      await decay()
      await decay()
      expect(await amounts(agent, "decay")).toEqual([-100, -98])
    })

    it("counts from the last prediction", async () => {
      const agent = await linkedAgent(auspex)
      const question = await openQuestion(auspex)
      await ahead(3 * day)
      await predict(auspex, agent, question)
      await ahead(10 * day - 10)
      await decay()
      expect(await amounts(agent, "decay")).toEqual([])
      await ahead(10 * day + 1)
      await decay()
      expect(await amounts(agent, "decay")).toHaveLength(1)
    })

    it.each([
      [1_000, []],
      [1_001, [-1]],
      [1_020, [-20]],
      [1_021, [-20]],
      [999, []],
      [9_007_199_254_740_991, [-180_143_985_094_819]]
    ])(
      "of %i points stops at 1,000",
      async (points, expected) => {
        const agent = await registerAgent(auspex)
        await setPoints(auspex, agent.id, points)
        await ahead(7 * day + 1)
        await decay()
        expect(await amounts(agent, "decay")).toEqual(expected)
      }
    )
  })
})
