import { UnitOfWork } from "@auspex/domain/kernel"
import { type NotificationDraft, Notifications, notificationTypes } from "@auspex/domain/social"
import { sweepNotifications } from "@auspex/adapters-pg"
import { onEachDatabase, onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterEach, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, query, registerAgent, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"

const stranger = "01900000-0000-7000-8000-000000000001"

const draft = (account_id: string, extra: Partial<NotificationDraft> = {}): NotificationDraft => ({
  account_id,
  actor_id: stranger,
  type: "comment_reply",
  subject_id: "root",
  title: "A reply",
  body: "Ada replied to you.",
  link: "/api/questions/1/comments",
  question_id: stranger,
  comment_id: stranger,
  ...extra
})

const notify = (auspex: RunningAuspex, drafts: ReadonlyArray<NotificationDraft>) =>
  auspex.run(Effect.flatMap(Notifications, (notifications) => notifications.notify(drafts)))

onEachDatabase("notifications", (db) => {
  const auspex = auspexOn(db)
  afterEach(() => Effect.runPromise(db.shiftClock("0")))

  const listed = async (key: string, search = "") =>
    (await auspex.call("GET", `/api/me/notifications${search}`, { as: key })).body
  const read = (key: string, body?: object) => auspex.call("POST", "/api/me/notifications/read", { as: key, body })
  const unreadOf = async (key: string) =>
    (await auspex.call("GET", "/api/me", { as: key })).body.user.unread_notification_count

  it("are listed for their account, the latest first, and counted until they are read", async () => {
    const { id, key } = await registerAgent(auspex)
    await notify(auspex, [draft(id), draft(id, { type: "new_follower", title: "New", body: "Ben follows you." })])
    const { notifications, total } = await listed(key)
    expect(total).toBe(2)
    const [first] = notifications.filter(({ type }: { readonly type: string }) => type === "comment_reply")
    expect(first).toEqual({
      id: first.id,
      user_id: id,
      type: "comment_reply",
      title: "A reply",
      body: "Ada replied to you.",
      message: "A reply. Ada replied to you.",
      link: "/api/questions/1/comments",
      question_id: stranger,
      comment_id: stranger,
      read: false,
      count: 1,
      created_at: first.created_at
    })
    expect(await unreadOf(key)).toBe(2)
    expect((await read(key, { ids: [first.id, stranger, "no id"] })).body).toEqual({ marked: 1, unread: 1 })
    expect((await read(key, { ids: [first.id] })).body).toEqual({ marked: 0, unread: 1 })
    expect((await listed(key, "?unread=true")).notifications).toMatchObject([{ type: "new_follower" }])
    expect((await listed(key, "?unread=false")).total).toBe(2)
    for (const [unread, total] of [["1", 1], ["0", 2], ["", 2]] as const)
      expect([unread, (await listed(key, `?unread=${unread}`)).total]).toEqual([unread, total])
    expect((await listed(key, "?unread")).total).toBe(2)
    expect((await listed(key, "?unread=yes")).error).toBe("unread must be true or false.")
    expect((await read(key)).body).toEqual({ marked: 1, unread: 0 })
    expect((await read(key, { ids: [] })).body).toEqual({ marked: 0, unread: 0 })
    expect([await unreadOf(key), (await listed(key, "?unread=true")).total]).toEqual([0, 0])
  })

  it("are combined while unread and equal, and separate after that", async () => {
    const { id, key } = await registerAgent(auspex)
    await notify(auspex, [draft(id), draft(id), draft(id, { subject_id: "another" })])
    await notify(auspex, [draft(id)])
    const before = (await listed(key)).notifications
    expect(before.map(({ body, count }: { readonly body: string; readonly count: number }) => [body, count]))
      .toEqual(expect.arrayContaining([["Ada replied to you.", 1], ["Ada replied to you. And 2 more like this.", 3]]))
    expect(before).toHaveLength(2)
    await read(key)
    await notify(auspex, [draft(id)])
    const { notifications } = await listed(key)
    expect(notifications.map((one: { readonly read: boolean; readonly count: number }) => [one.read, one.count]))
      .toEqual(expect.arrayContaining([[false, 1], [true, 1], [true, 3]]))
    expect(notifications[0].read).toBe(false)
  })

  it("are never combined if their texts differ, for any type", async () => {
    const { id, key } = await registerAgent(auspex)
    const drafts = notificationTypes.flatMap((type) =>
      ["Ada said this.", "Ben said that."].map((body) => draft(id, { type, body }))
    )
    await notify(auspex, drafts)
    for (const one of drafts) await notify(auspex, [{ ...one, title: "With another title" }])
    const { notifications } = await listed(key, "?limit=100")
    const textOf = ({ body, title, type }: Pick<NotificationDraft, "body" | "title" | "type">) =>
      `${type}: ${title}: ${body}`
    const expected = [...drafts, ...drafts.map((one) => ({ ...one, title: "With another title" }))].map(textOf)
    expect(notifications.map(textOf)).toHaveLength(expected.length)
    expect(new Set(notifications.map(textOf))).toEqual(new Set(expected))
  })

  it("are never about the account's own acts, and never shown to others", async () => {
    const mine = await registerAgent(auspex)
    const other = await registerAgent(auspex)
    await notify(auspex, [draft(mine.id, { actor_id: mine.id }), draft(other.id, { actor_id: mine.id })])
    expect((await listed(mine.key)).total).toBe(0)
    const { notifications } = await listed(other.key)
    expect(notifications).toHaveLength(1)
    expect((await read(mine.key, { ids: [notifications[0].id] })).body).toEqual({ marked: 0, unread: 0 })
    expect(await unreadOf(other.key)).toBe(1)
  })

  it("are stored only when their transaction commits", async () => {
    const { id, key } = await registerAgent(auspex)
    const failed = auspex.run(
      Effect.flatMap(UnitOfWork, (unit) =>
        unit.transact(
          Effect.flatMap(Notifications, (n) => Effect.zipRight(n.notify([draft(id)]), Effect.fail("undone")))
        ))
    )
    await expect(failed).rejects.toThrow("undone")
    expect((await listed(key)).total).toBe(0)
  })

  it("are deleted 90 days after they were read, and never while unread", async () => {
    const { id, key } = await registerAgent(auspex)
    await notify(auspex, [draft(id), draft(id, { subject_id: "unread" })])
    const [first] = (await listed(key)).notifications
    await read(key, { ids: [first.id] })
    await Effect.runPromise(db.shiftClock("89 days"))
    await auspex.run(sweepNotifications)
    expect((await listed(key)).total).toBe(2)
    await Effect.runPromise(db.shiftClock("91 days"))
    await auspex.run(sweepNotifications)
    const left = await query<{ id: string }>(auspex, "select id from notifications where account_id = $1::uuid", [id])
    expect(left.map((row) => row.id)).toHaveLength(1)
    expect(left[0]!.id).not.toBe(first.id)
  })

  it("inform a recruiter of a reversed bonus", async () => {
    const owner = await verifiedHuman(auspex)
    const recruit = await registerAgent(auspex, { referral_code: owner.referral_code })
    await auspex.call("POST", "/api/me/agents", { as: owner.token, body: { api_key: recruit.key } })
    const { notifications } = await listed(owner.token)
    expect(notifications).toMatchObject([{ type: "points_reversed", read: false, link: "/api/me/transactions" }])
    expect(notifications[0].body).toContain("200 points")
  })
})

onServerDatabase("notifications on two instances", (db) => {
  it("are combined exactly under concurrent duplicates in any order, while some are read", async () => {
    const [one, two] = await Promise.all([startAuspex(db.layer), startAuspex(db.layer)])
    try {
      const agents = await Promise.all(Array.from({ length: 4 }, () => linkedAgent(one)))
      const drafts = agents.map(({ id }) => draft(id))
      await Promise.all(
        Array.from(
          { length: 40 },
          (_, n) => notify(n % 2 === 0 ? one : two, n % 3 === 0 ? drafts.toReversed() : drafts)
        )
      )
      const reading = agents.slice(0, 2).flatMap(({ key }) =>
        [one, two].map((auspex) => auspex.call("POST", "/api/me/notifications/read", { as: key }))
      )
      await Promise.all([...reading, ...Array.from({ length: 20 }, (_, n) => notify(n % 2 === 0 ? one : two, drafts))])
      for (const { id } of agents) {
        const [row] = await query<{ total: number; unread: number }>(
          one,
          `select sum(count)::integer as total, count(*) filter (where read_at is null)::integer as unread
            from notifications where account_id = $1::uuid and type = 'comment_reply'`,
          [id]
        )
        expect(row!.total).toBe(60)
        expect(row!.unread).toBeLessThanOrEqual(1)
      }
    } finally {
      await Promise.all([one.stop(), two.stop()])
    }
  })
})
