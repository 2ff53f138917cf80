import { shareChecksPerDay, ResolutionNotices } from "@auspex/domain/feed"
import { Effect } from "effect"
import { expect } from "vitest"
import { startSite } from "../../feed/site.ts"
import { startAuspex } from "../../harness.ts"
import { draftQuestion, registerAgent } from "../../people.ts"
import type { Evening, Json } from "./cast.ts"
import { predictors } from "./predictions.ts"

const unknownId = "01900000-0000-7000-8000-000000000000"

/** The twelfth agent follows the second, and watches both questions. */
export const followAndWatch = async (evening: Evening): Promise<void> => {
  const { agents: a, allowed, auspex, effect, get, noEffect, post, question, read, refused } = evening
  const { key } = a[11]
  const follow = (id: string, as: string | undefined = key) => post(`/api/agents/${id}/follow`, as)
  const unfollow = (id: string) => evening.delete(`/api/agents/${id}/follow`, key)
  await refused("6 who follows", "401 MISSING_AUTH", auspex.call("POST", `/api/agents/${a[1].id}/follow`))
  await refused("6 who follows", "403 AGENT_NOT_LINKED", follow(a[1].id, (await registerAgent(auspex)).key))
  await refused("6 what may be followed", "400 INVALID_REQUEST", follow(a[11].id))
  for (const id of [unknownId, a[1].owner.id]) {
    await refused("6 what may be followed", "404 AGENT_NOT_FOUND", follow(id))
  }
  effect("6 following twice", await allowed("6 who follows", 200, follow(a[1].id)), { following: true, followers: 1 })
  noEffect("6 following twice", await allowed("6 what may be followed", 200, follow(a[1].id)), {
    following: true,
    followers: 1
  })
  await refused("6 unfollowing", "400 INVALID_REQUEST", unfollow(a[11].id))
  await allowed("6 what may be followed", 200, follow(a[2].id))
  for (let n = 0; n < 2; n++) {
    expect(await allowed("6 unfollowing", 200, unfollow(a[2].id))).toEqual({ following: false, followers: 0 })
  }
  expect((await read(`/api/agents/${a[1].id}/followers`)).followers).toMatchObject([{ user_id: a[11].id }])
  expect((await read("/api/me/following", key)).following).toMatchObject([{ agent_id: a[1].id }])
  expect((await read(`/api/agents/${a[1].id}`)).followers).toBe(1)

  const watch = (id: string, as: string | undefined = key) => post(`/api/questions/${id}/watch`, as)
  const watched = async () =>
    (await allowed("6 watchlists", 200, get("/api/me/watchlist", key))).questions.map(({ id }: Json) => id)
  await refused("6 watching", "401 MISSING_AUTH", auspex.call("POST", `/api/questions/${question}/watch`))
  for (const id of [unknownId, await draftQuestion(auspex)]) {
    await refused("6 watching", "404 QUESTION_NOT_FOUND", watch(id))
  }
  await refused("6 watchlists", "401 MISSING_AUTH", get("/api/me/watchlist"))
  for (const id of [question, evening.aside]) await allowed("6 watching", 200, watch(id))
  expect(await watched()).toEqual([evening.aside, question])
  await allowed("6 watching", 200, evening.delete(`/api/questions/${evening.aside}/watch`, key))
  expect(await watched()).toEqual([question])
}

/** Pages with and without the referral code, read by an instance that may read loopback addresses. */
export const share = async (evening: Evening): Promise<void> => {
  const { agents: a, allowed, auspex, db, effect, noEffect, post, read, refused } = evening
  const { key, referral_code } = a[11]
  const shared = (url: string, as = key) => post("/api/referral/share", as, { url })
  await refused("6 what may be shared", "400 HTTPS_REQUIRED", shared("http://blog.example.org/evening"))
  await refused("6 what may be shared", "400 SSRF_BLOCKED", shared("https://127.0.0.1/evening"))
  await refused("6 what may be shared", "400 INVALID_REQUEST", shared("the evening"))
  const stranger = (await registerAgent(auspex)).key
  await refused("6 who shares", "403 AGENT_NOT_LINKED", shared("https://blog.example.org/evening", stranger))

  const site = await startSite()
  const open = await startAuspex(db.another, { flags: { allowPrivateEgress: "true" } })
  try {
    const sharedHere = (path: string) =>
      open.call("POST", "/api/referral/share", { as: key, body: { url: `${site.url}${path}` } })
    site.pages.set("/evening", `What an evening! Join by https://auspex.test/signup?ref=${referral_code}.`)
    site.pages.set("/other", "What an evening!")
    const { share: good } = await allowed("6 who shares", 201, sharedHere("/evening"))
    effect("6 the code is on the page", good.status, "verified")
    const { share: bad } = await allowed("6 what may be shared", 201, sharedHere("/other"))
    noEffect("6 the code is on the page", bad.status, "rejected")
    const { shares } = await read("/api/referral/shares", key)
    expect(shares).toEqual([bad, good])
    for (let n = 2; n < shareChecksPerDay; n++) await allowed("6 ten shares a day", 201, sharedHere(`/missing${n}`))
    await refused("6 ten shares a day", "429 DAILY_LIMIT", sharedHere("/eleventh"))
    expect(site.reads.get("/eleventh")).toBeUndefined()
  } finally {
    await open.stop()
    await site.stop()
  }
}

/** Read and unread notifications, and the caller's own only. */
export const notify = async (evening: Evening): Promise<void> => {
  const { agents: a, allowed, auspex, effect, get, noEffect, post, read, refused, notificationsOf } = evening
  const countOf = async (type: string, by: { readonly key: string }) =>
    (await notificationsOf(by)).filter((name) => name.startsWith(type)).length
  effect("6 reviews notify the suggester", await countOf("question_reviewed", a[10]), 2)
  noEffect("6 reviews notify the suggester", await countOf("question_reviewed", a[3]), 0)
  while (await auspex.run(Effect.flatMap(ResolutionNotices, (notices) => notices.notifyNext)));
  // Once, and again after the overturn.
  const resolved = "6 resolutions notify predictors and watchers"
  for (const n of predictors) effect(resolved, await countOf("question_resolved", a[n]), 2)
  for (const n of [8, 10] as const) noEffect(resolved, await countOf("question_resolved", a[n]), 0)
  await refused("6 notifications", "401 MISSING_AUTH", get("/api/me/notifications"))
  expect(await notificationsOf(a[1])).toEqual([
    "comment_reply",
    "dispute_resolved",
    "new_follower",
    "points_reversed",
    "prediction_reply",
    // One verdict was suspect, and has a notification of its own.
    "prediction_validated",
    "prediction_validated ×4",
    "question_resolved",
    "question_resolved",
    "trust_label_changed",
    "trust_label_changed"
  ])
  // Several issue updates: only notifications with equal texts are counted together.
  expect((await notificationsOf(a[11])).filter((name) => name.startsWith("issue_updated"))).toEqual([
    ...Array(4).fill("issue_updated"),
    ...Array(2).fill("issue_updated ×2")
  ])
  expect(await notificationsOf(a[11])).toContain("trust_label_changed")
  expect(await notificationsOf(a[0])).toEqual(
    expect.arrayContaining(["comment_removed", "comment_restored", "debate_bonus", "dispute_resolved"])
  )
  expect(await notificationsOf(a[2])).toEqual(expect.arrayContaining(["dispute_resolved", "prediction_flagged"]))

  const unread = () => get("/api/me/notifications?unread=true&limit=100", a[1].key)
  const { notifications, total } = await allowed("6 notifications", 200, unread())
  const [{ id }] = notifications
  noEffect(
    "6 own notifications only",
    await evening.done(200, post("/api/me/notifications/read", a[0].key, { ids: [id] })),
    {
      marked: 0,
      unread: (await read("/api/me", a[0].key)).user.unread_notification_count
    }
  )
  const mark = (body: object) => evening.done(200, post("/api/me/notifications/read", a[1].key, body))
  effect("6 own notifications only", await mark({ ids: [id] }), { marked: 1, unread: total - 1 })
  expect(await mark({})).toEqual({ marked: total - 1, unread: 0 })
  expect((await allowed("6 notifications", 200, unread())).notifications).toEqual([])
  expect((await read("/api/me/notifications?limit=100", a[1].key)).total).toBe(total)
}

/** What others did on the questions that the twelfth agent watches and predicted on, page by page. */
export const feed = async (evening: Evening): Promise<void> => {
  const { agents: a, allowed, get, refused, commentEvents } = evening
  const { id: reader, key } = a[11]
  await refused("6 the feed", "401 MISSING_AUTH", get("/api/me/feed"))
  await refused("6 the feed", "400 INVALID_REQUEST", get("/api/me/feed?cursor=tomorrow", key))
  const events: Array<Json> = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Json = await allowed(
      "6 the feed",
      200,
      get(`/api/me/feed?limit=7${cursor === "" ? "" : `&cursor=${cursor}`}`, key)
    )
    events.push(...page.items)
    cursor = page.next_cursor
  }
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  const times = events.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  const counts = Object.fromEntries(
    [...new Set(events.map(({ event }) => event))].map((name) => [
      name,
      events.filter(({ event }) => event === name).length
    ])
  )
  expect(counts).toEqual({
    // Nine others on the question, two on the other one, on which the reader has predicted.
    "prediction.placed": 9 + 2,
    "comment.created": commentEvents.filter(({ by }) => by !== reader).length,
    "question.resolved": 2,
    "dispute.opened": 4,
    "dispute.resolved": 4
  })
  const atom = await get("/feed.xml")
  await allowed("6 the Atom feed", 200, atom)
  expect(atom.text).toContain(`auspex.test/questions/${evening.question}`)
  await refused("6 the Atom feed", "405 METHOD_NOT_ALLOWED", evening.auspex.call("POST", "/feed.xml"))
}
