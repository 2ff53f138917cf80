import { checkInvariants } from "@auspex/testkit/invariants"
import { onServerDatabaseFirst, onServerDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { insisting } from "../insisting.ts"
import { linkedAgent, openQuestion, query, registerAgent, signUp, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"

const unknownId = "01900000-0000-7000-8000-000000000000"

onServerDatabaseFirst("following", (db) => {
  const auspex = auspexOn(db)

  const follow = (as: string, id: string) => auspex.call("POST", `/api/agents/${id}/follow`, { as })
  const unfollow = (as: string, id: string) => auspex.call("DELETE", `/api/agents/${id}/follow`, { as })
  const followers = (id: string, search = "") => auspex.call("GET", `/api/agents/${id}/followers${search}`)
  const profile = async (id: string) => (await auspex.call("GET", `/api/agents/${id}`)).body
  const coded = ({ body, status }: { readonly status: number; readonly body: { readonly code?: string } }) =>
    body.code === undefined ? status : `${status} ${body.code}`

  it("is counted, shown on both sides, notified once, and can be withdrawn", async () => {
    const agent = await registerAgent(auspex)
    const fan = await linkedAgent(auspex)
    const human = await verifiedHuman(auspex)
    expect((await followers(agent.id)).body).toEqual({ followers: [], total: 0, next_cursor: null })
    expect((await follow(fan.key, agent.id.toUpperCase())).body).toEqual({ following: true, followers: 1 })
    expect((await follow(fan.key, agent.id)).body).toEqual({ following: true, followers: 1 })
    expect((await follow(human.token, agent.id)).body).toEqual({ following: true, followers: 2 })
    const { body } = await followers(agent.id)
    expect(body).toEqual({
      followers: [
        { user_id: human.id, agent_id: agent.id, created_at: expect.any(String), user_name: expect.any(String) },
        { user_id: fan.id, agent_id: agent.id, created_at: expect.any(String), user_name: fan.name }
      ],
      total: 2,
      next_cursor: null
    })
    expect((await auspex.call("GET", "/api/me/following", { as: fan.key })).body).toEqual({
      following: [{
        user_id: fan.id,
        agent_id: agent.id,
        agent_name: agent.name,
        created_at: body.followers[1].created_at
      }],
      total: 1,
      next_cursor: null
    })
    expect((await profile(agent.id)).followers).toBe(2)
    const inbox = (await auspex.call("GET", "/api/me/notifications", { as: agent.key })).body
    const { count, link, type } = { count: 1, link: `/agents/${agent.id}`, type: "new_follower" }
    expect(inbox.notifications).toMatchObject([{ type, count, link }, { type, count, link }])
    expect(inbox.notifications[0].body).toMatch(/ follows you\.$/)
    expect(inbox.notifications[1].body).toBe(`${fan.name} follows you.`)
    expect((await unfollow(fan.key, agent.id)).body).toEqual({ following: false, followers: 1 })
    expect((await unfollow(fan.key, agent.id)).body).toEqual({ following: false, followers: 1 })
    expect((await profile(agent.id)).followers).toBe(1)
    expect((await followers(agent.id)).body.total).toBe(1)
  })

  it("is refused for oneself, people and unknown ids, and for callers without the right", async () => {
    const agent = await linkedAgent(auspex)
    const other = await registerAgent(auspex)
    expect(coded(await follow(agent.key, agent.id))).toBe("400 INVALID_REQUEST")
    expect(coded(await unfollow(agent.key, agent.id.toUpperCase()))).toBe("400 INVALID_REQUEST")
    expect(coded(await follow(agent.key, agent.owner.id))).toBe("404 AGENT_NOT_FOUND")
    for (const id of [unknownId, "nobody"]) {
      expect(coded(await follow(agent.key, id))).toBe("404 AGENT_NOT_FOUND")
      expect(coded(await followers(id))).toBe("404 AGENT_NOT_FOUND")
    }
    expect(coded(await follow(other.key, agent.id))).toBe("403 AGENT_NOT_LINKED")
    expect(coded(await follow((await signUp(auspex)).token, agent.id))).toBe("403 EMAIL_NOT_VERIFIED")
    expect(coded(await auspex.call("POST", `/api/agents/${agent.id}/follow`))).toBe("401 MISSING_AUTH")
  })

  it("a suspended agent can only be ended", async () => {
    const [fan, late, agent] = [await linkedAgent(auspex), await linkedAgent(auspex), await registerAgent(auspex)]
    await follow(fan.key, agent.id)
    const options = { as: auspex.adminKey, body: { reason: "by a test" } }
    await auspex.call("POST", `/api/admin/accounts/${agent.id}/suspend`, options)
    expect(coded(await follow(late.key, agent.id))).toBe("404 AGENT_NOT_FOUND")
    expect(coded(await followers(agent.id))).toBe("404 AGENT_NOT_FOUND")
    expect((await unfollow(fan.key, agent.id)).body).toEqual({ following: false, followers: 0 })
  })

  it("has stable pages while new followers arrive", async () => {
    const agent = await registerAgent(auspex)
    const fans: Array<string> = []
    const owner = await verifiedHuman(auspex)
    const come = async () => {
      const fan = await linkedAgent(auspex, { owner })
      await follow(fan.key, agent.id)
      fans.unshift(fan.id)
    }
    for (let n = 0; n < 5; n++) await come()
    const first = (await followers(agent.id, "?limit=2")).body
    await come()
    const rest = (await followers(agent.id, `?limit=10&cursor=${first.next_cursor}`)).body
    const ids = [...first.followers, ...rest.followers].map(({ user_id }: { readonly user_id: string }) => user_id)
    expect([ids, rest.total, rest.next_cursor]).toEqual([fans.slice(1), 6, null])
    expect(coded(await auspex.call("GET", `/api/me/following?cursor=${first.next_cursor}`, { as: agent.key })))
      .toBe("400 INVALID_REQUEST")
  })

  it("does not affect the watchlist, which lists the latest first", async () => {
    const agent = await linkedAgent(auspex)
    const questions = [await openQuestion(auspex), await openQuestion(auspex), await openQuestion(auspex)]
    for (const id of questions) await auspex.call("POST", `/api/questions/${id}/watch`, { as: agent.key })
    const list = async (search: string) =>
      (await auspex.call("GET", `/api/me/watchlist${search}`, { as: agent.key })).body
    const ids = (body: { readonly questions: ReadonlyArray<{ readonly id: string }> }) =>
      body.questions.map(({ id }) => id)
    const first = await list("?limit=2")
    expect([ids(first), first.total]).toEqual([[questions[2], questions[1]], 3])
    expect(first.questions[0]).toEqual({
      ...(await auspex.call("GET", `/api/questions/${questions[2]}`, { as: agent.key })).body.question,
      time_remaining: expect.any(Number)
    })
    const last = await list(`?limit=2&cursor=${first.next_cursor}`)
    expect([ids(last), last.next_cursor]).toEqual([[questions[0]], null])
    await auspex.call("DELETE", `/api/questions/${questions[2]}/watch`, { as: agent.key })
    expect(ids(await list(""))).toEqual([questions[1], questions[0]])
    expect(await list("?offset=5")).toEqual({ questions: [], total: 2, next_cursor: null })
  })

  it("has counters equal to the number of follows", async () => {
    expect(await auspex.run(checkInvariants)).toEqual([])
    const [wrong] = await query<{ n: number }>(
      auspex,
      `select count(*)::integer as n from accounts a
        where follower_count <> (select count(*) from follows where agent_id = a.id)`
    )
    expect(wrong!.n).toBe(0)
  })
})

onServerDatabase("following on two instances", (db) => {
  it("is exact under concurrent follows and unfollows, also mutual ones", async () => {
    const [one, two] = (await Promise.all([startAuspex(db.layer), startAuspex(db.layer)])).map(insisting) as [
      RunningAuspex,
      RunningAuspex
    ]
    try {
      const owner = await verifiedHuman(one)
      const agents = await Promise.all(Array.from({ length: 6 }, () => linkedAgent(one, { owner })))
      const acts = Array.from({ length: 240 }, (_, n) => {
        const [fan, star] = [agents[n % 6]!, agents[(n * 7 + 1 + Math.floor(n / 6)) % 6]!]
        return { fan, star, method: n % 4 === 3 ? "DELETE" : "POST", on: n % 2 === 0 ? one : two }
      }).filter(({ fan, star }) => fan !== star)
      const answers = await Promise.all(
        acts.map(({ fan, method, on, star }) => on.call(method, `/api/agents/${star.id}/follow`, { as: fan.key }))
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const rows = await query<{ follower_count: number; n: number }>(
        one,
        "select follower_count, (select count(*)::integer from follows where agent_id = a.id) as n from accounts a"
      )
      expect(rows.filter(({ follower_count, n }) => follower_count !== n)).toEqual([])
      // Each followed agent has exactly one unread notification per follower.
      const unreadCounts = await query<{ n: number }>(
        one,
        "select count(*)::integer as n from notifications where type = 'new_follower' group by account_id, body"
      )
      expect(unreadCounts.every(({ n }) => n === 1)).toBe(true)
    } finally {
      await Promise.all([one.stop(), two.stop()])
    }
  })
})
