import { shareChecksPerDay } from "@auspex/domain/feed"
import { onEachDatabase, onServerDatabase, onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { type Answer, type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, query, registerAgent, type TestAgent, type TestHuman } from "../people.ts"
import { startSite } from "./site.ts"

const start = (db: Parameters<typeof startAuspex>[0]) => startAuspex(db, { flags: { allowPrivateEgress: "true" } })

const coded = ({ body, status }: { readonly status: number; readonly body: { readonly code?: string } }) =>
  body.code === undefined ? status : `${status} ${body.code}`

onServerDatabaseFirst("referral shares", (db) => {
  let auspex: RunningAuspex
  let site: Awaited<ReturnType<typeof startSite>>
  beforeAll(async () => {
    site = await startSite()
    auspex = await start(db.layer)
  })
  afterEach(() => Effect.runPromise(db.shiftClock("0")))
  afterAll(async () => {
    await auspex.stop()
    await site.stop()
  })

  const share = (agent: TestAgent, url: string) =>
    auspex.call("POST", "/api/referral/share", { as: agent.key, body: { url } })
  it("are verified if the code is on the page as a word, and listed", async () => {
    const agent = await linkedAgent(auspex)
    site.pages.set("/good", `<a href="https://auspex.test/signup?ref=${agent.referral_code.toLowerCase()}">Join</a>`)
    site.pages.set("/glued", `X${agent.referral_code} ${agent.referral_code}9 ${agent.referral_code}_x`)
    const good = await share(agent, `${site.url}/good?utm_source=x#top`)
    expect([good.status, good.body.share]).toEqual([201, {
      id: good.body.share.id,
      user_id: agent.id,
      url: `${site.url}/good`,
      status: "verified",
      reason: "Your referral code is on the page.",
      created_at: good.body.share.created_at,
      checked_at: good.body.share.checked_at
    }])
    const glued = await share(agent, `${site.url}/glued`)
    expect([glued.status, glued.body.share.status]).toEqual([201, "rejected"])
    expect(glued.body.share.reason).toContain(agent.referral_code)
    const missing = await share(agent, `${site.url}/missing`)
    expect(missing.body.share).toMatchObject({
      status: "rejected",
      reason: "The page could not be read: it did not answer with success (404)."
    })
    const { body } = await auspex.call("GET", "/api/referral/shares", { as: agent.key })
    expect(body).toEqual({
      shares: [missing.body.share, glued.body.share, good.body.share],
      total: 3,
      next_cursor: null
    })
    const [paid] = await query<{ n: number }>(
      auspex,
      "select count(*)::integer as n from ledger where account_id = $1::uuid",
      [agent.id]
    )
    expect(paid!.n).toBe(1)
  })

  it("exist once per page and account: verified ones stay, rejected ones are checked again", async () => {
    const [agent, other] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    site.pages.set("/later", "Nothing yet.")
    const before = await share(agent, `${site.url}/later`)
    site.pages.set("/later", `${agent.referral_code}, that is.`)
    const after = await share(agent, `${site.url}/later`)
    expect([before.status, after.status, after.body.share.status]).toEqual([201, 200, "verified"])
    expect([after.body.share.id, after.body.share.created_at])
      .toEqual([before.body.share.id, before.body.share.created_at])
    site.pages.delete("/later")
    expect((await share(agent, `${site.url}/later`)).body).toEqual(after.body)
    expect(site.reads.get("/later")).toBe(2)
    expect((await share(other, `${site.url}/later`)).status).toBe(201)
  })

  it("are refused for addresses that may not be read, and for callers without the right", async () => {
    const agent = await linkedAgent(auspex)
    expect(coded(await share(agent, "not an address"))).toBe("400 INVALID_REQUEST")
    expect(coded(await share(agent, "https://10.0.0.1/page"))).toBe("400 SSRF_BLOCKED")
    expect(coded(await share(agent, "https://169.254.169.254/latest/meta-data"))).toBe("400 SSRF_BLOCKED")
    expect(coded(await share(await registerAgent(auspex), `${site.url}/good`))).toBe("403 AGENT_NOT_LINKED")
    const [count] = await query<{ n: number }>(
      auspex,
      "select count(*)::integer as n from referral_share_days where account_id = $1::uuid",
      [agent.id]
    )
    expect(count!.n).toBe(0)
  })

  it("are limited to ten pages a day, by the database's clock", async () => {
    const agent = await linkedAgent(auspex)
    await query(
      auspex,
      `insert into referral_share_days (account_id, day, checks)
        values ($1::uuid, (auspex_now() at time zone 'UTC')::date, $2)`,
      [agent.id, shareChecksPerDay - 1]
    )
    expect((await share(agent, `${site.url}/tenth`)).status).toBe(201)
    const refused = await share(agent, `${site.url}/eleventh`)
    expect(coded(refused)).toBe("429 DAILY_LIMIT")
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(86_400)
    expect(site.reads.get("/eleventh")).toBeUndefined()
    await Effect.runPromise(db.shiftClock("24 hours"))
    expect((await share(agent, `${site.url}/eleventh`)).status).toBe(201)
  })
})

onEachDatabase("reading a slow page", (db) => {
  let auspex: RunningAuspex
  let site: Awaited<ReturnType<typeof startSite>>
  beforeAll(async () => {
    site = await startSite()
    auspex = await start(db.layer)
  })
  afterEach(() => Effect.runPromise(db.shiftClock("0")))
  afterAll(async () => {
    await auspex.stop()
    await site.stop()
  })

  const share = (agent: TestAgent, path: string, key?: string) =>
    auspex.call("POST", "/api/referral/share", {
      as: agent.key,
      body: { url: `${site.url}${path}` },
      ...(key === undefined ? {} : { headers: { "idempotency-key": key } })
    })
  const hold = (path: string) => {
    let say: (page: string) => void = () => undefined
    site.pages.set(path, new Promise<string>((resolve) => (say = resolve)))
    return say
  }
  const untilRead = async (path: string, times = 1) => {
    while ((site.reads.get(path) ?? 0) < times) await new Promise((resolve) => setTimeout(resolve, 2))
  }

  it("uses no database connection, and its key refuses a repetition until it is answered", async () => {
    const agent = await linkedAgent(auspex)
    const say = hold("/slow")
    const first = share(agent, "/slow", "slow")
    await untilRead("/slow")
    // On the embedded database these requests would wait for the only session.
    expect((await auspex.call("GET", "/api/me", { as: agent.key })).status).toBe(200)
    expect((await auspex.call("GET", "/health")).status).toBe(200)
    const again = await share(agent, "/slow", "slow")
    expect([again.status, again.body.code]).toEqual([409, "IDEMPOTENCY_IN_PROGRESS"])
    say(agent.referral_code)
    const answer = await first
    expect([answer.status, answer.body.share.status]).toEqual([201, "verified"])
    const replayed = await share(agent, "/slow", "slow")
    expect([replayed.status, replayed.text, replayed.headers.get("idempotency-replayed")])
      .toEqual([201, answer.text, "true"])
    expect(site.reads.get("/slow")).toBe(1)
  })

  it("has eight slots in all, one per owner, and refuses other requests immediately", async () => {
    const agents: Array<TestAgent & { readonly owner: TestHuman }> = []
    for (let n = 0; n < 9; n++) agents.push(await linkedAgent(auspex))
    const sibling = await linkedAgent(auspex, { owner: agents[0]!.owner })
    const say = hold("/hanging")
    const reading = agents.slice(0, 8).map((agent) => share(agent, "/hanging"))
    await untilRead("/hanging", 8)
    const ninth = await share(agents[8]!, "/hanging", "keyed")
    const own = await share(sibling, "/hanging")
    for (const [answer, limit] of [[ninth, 8], [own, 1]] as const) {
      expect([coded(answer), answer.body.failures[0].limit, answer.headers.get("retry-after")])
        .toEqual(["429 RATE_LIMITED", limit, "5"])
    }
    say("nothing")
    expect((await Promise.all(reading)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    // The refused requests keep neither a slot nor their key.
    expect((await share(agents[8]!, "/hanging", "keyed")).status).toBe(201)
    expect((await share(sibling, "/hanging")).status).toBe(201)
  })

  it("counts towards the day's limit even if the request is interrupted, and its key may be reused", async () => {
    const agent = await linkedAgent(auspex)
    const say = hold("/given-up")
    const gone = new AbortController()
    const request = fetch(`${auspex.url}/api/referral/share`, {
      method: "POST",
      headers: { "x-api-key": agent.key, "content-type": "application/json", "idempotency-key": "given-up" },
      body: JSON.stringify({ url: `${site.url}/given-up` }),
      signal: gone.signal
    })
    await untilRead("/given-up")
    gone.abort()
    await expect(request).rejects.toThrow()
    const claims = () => query(auspex, "select from idempotency_keys where key = 'given-up'")
    while ((await claims()).length > 0) await new Promise((resolve) => setTimeout(resolve, 2))
    say("nothing")
    expect((await share(agent, "/given-up", "given-up")).status).toBe(201)
    const [day] = await query<{ checks: number }>(
      auspex,
      "select checks from referral_share_days where account_id = $1::uuid",
      [agent.id]
    )
    expect([day!.checks, site.reads.get("/given-up")]).toEqual([2, 2])
  })
})

onServerDatabase("referral shares on two instances", (db) => {
  it("read exactly ten pages a day, however many are requested at the same time", async () => {
    const site = await startSite()
    const [one, two] = await Promise.all([start(db.layer), start(db.layer)])
    try {
      const agent = await linkedAgent(one)
      // An owner has one outbound slot per instance and twenty requests a minute; here the day's limit decides.
      const inTurn = async (instance: RunningAuspex, name: string) => {
        const answers: Array<Answer> = []
        for (let n = 0; n < 10; n++) {
          const body = { url: `${site.url}/${name}${n}` }
          answers.push(await instance.call("POST", "/api/referral/share", { as: agent.key, body }))
        }
        return answers
      }
      const answers = (await Promise.all([inTurn(one, "one"), inTurn(two, "two")])).flat()
      const counts = [201, 429].map((status) => answers.filter((answer) => answer.status === status).length)
      expect([counts, site.reads.size]).toEqual([[10, 10], 10])
      const limited = await one.call("POST", "/api/referral/share", { as: agent.key, body: { url: site.url } })
      expect(limited.body.code).toBe("RATE_LIMITED")
    } finally {
      await Promise.all([one.stop(), two.stop(), site.stop()])
    }
  })
})
