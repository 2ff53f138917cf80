import { UnitOfWork } from "@auspex/domain/kernel"
import { resolutionNotice, ResolutionNotices, ResolutionNoticeStore } from "@auspex/domain/feed"
import { onEachDatabase, onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, query, type TestAgent } from "../people.ts"
import { auspexOn } from "../servers.ts"

interface ResolutionNotice {
  readonly type: string
  readonly title: string
  readonly body: string
  readonly link: string
  readonly count: number
}

const noticesOf = async (auspex: RunningAuspex, { key }: TestAgent) =>
  ((await auspex.call("GET", "/api/me/notifications", { as: key })).body.notifications as ReadonlyArray<
    ResolutionNotice
  >)
    .filter(({ type }) => type === "question_resolved")

const notifyNext = Effect.flatMap(ResolutionNotices, (notices) => notices.notifyNext)
const sendNotices = async (auspex: RunningAuspex) => {
  while (await auspex.run(notifyNext));
}
const admin = async (auspex: RunningAuspex, path: string, body: object) => {
  const { body: answer, status } = await auspex.call("POST", `/api/admin/${path}`, { as: auspex.adminKey, body })
  expect([status, answer]).toEqual([200, answer])
}
const textOf = async (auspex: RunningAuspex, id: string): Promise<string> =>
  (await auspex.call("GET", `/api/questions/${id}`)).body.question.question

onEachDatabase("resolutions", (db) => {
  const auspex = auspexOn(db)

  it("notify predictors and watchers once, after the payouts, and again after an overturn", async () => {
    const [ada, ben, cleo, dana] = [
      await linkedAgent(auspex),
      await linkedAgent(auspex),
      await linkedAgent(auspex),
      await linkedAgent(auspex)
    ]
    const question = await openQuestion(auspex)
    await predict(auspex, ada, question, { confidence: 61 })
    await predict(auspex, cleo, question, { confidence: 62 })
    for (const { key } of [ada, ben]) await auspex.call("POST", `/api/questions/${question}/watch`, { as: key })
    await admin(auspex, `accounts/${cleo.id}/suspend`, { reason: "by a test" })
    await admin(auspex, `questions/${question}/resolve`, { outcome: true })
    expect(await noticesOf(auspex, ada)).toEqual([])
    await sendNotices(auspex)
    const text = await textOf(auspex, question)
    const first = {
      title: "A question was resolved",
      body: `"${text}": Resolved: yes.`,
      link: `/questions/${question}`,
      count: 1
    }
    for (const one of [ada, ben]) expect(await noticesOf(auspex, one)).toMatchObject([first])
    const { notifications } = (await auspex.call("GET", "/api/me/notifications?limit=1", { as: ada.key })).body
    const [own] = (await auspex.call("GET", "/api/me/predictions", { as: ada.key })).body.predictions
    expect(notifications).toMatchObject([{ question_id: question, prediction_id: own.id }])
    const [watched] = (await auspex.call("GET", "/api/me/notifications?limit=1", { as: ben.key })).body.notifications
    expect([watched.question_id, watched.prediction_id, watched.comment_id]).toEqual([question, undefined, undefined])
    await auspex.call("POST", "/api/me/notifications/read", { as: ben.key })
    await sendNotices(auspex)
    await admin(auspex, `accounts/${cleo.id}/restore`, {})
    for (const [one, count] of [[ada, 1], [ben, 1], [cleo, 0], [dana, 0]] as const)
      expect(await noticesOf(auspex, one)).toHaveLength(count)

    const filed = await auspex.call("POST", `/api/questions/${question}/dispute`, {
      as: ada.key,
      body: {
        reason: "The gauge was read at noon, but the question asks for the highest reading of the whole day.",
        evidence_urls: ["https://gauges.example.org/harbour/2027"]
      }
    })
    await admin(auspex, `disputes/${filed.body.dispute.id}/resolve`, {
      status: "overturned",
      outcome: false,
      resolution_note: "It was noon indeed."
    })
    await sendNotices(auspex)
    const second = { ...first, title: "A question was resolved after a dispute", body: `"${text}": Resolved: no.` }
    expect(await noticesOf(auspex, ada)).toMatchObject([second, first])
    expect(await noticesOf(auspex, cleo)).toMatchObject([second])
    expect(await noticesOf(auspex, dana)).toEqual([])
  })

  it("resume their notifications after an interruption", async () => {
    const watchers = await Promise.all([1, 2, 3, 4, 5].map(() => linkedAgent(auspex)))
    const question = await openQuestion(auspex)
    for (const one of watchers) await auspex.call("POST", `/api/questions/${question}/watch`, { as: one.key })
    await admin(auspex, `questions/${question}/resolve`, { outcome: null })
    const two = Effect.flatMap(
      ResolutionNoticeStore,
      (store) =>
        Effect.flatMap(store.lockNext, (notice) => store.notifyBatch(notice!.job_id, resolutionNotice(notice!), 2))
    )
    const transact = <A, E>(work: Effect.Effect<A, E, ResolutionNoticeStore>) =>
      auspex.run(Effect.flatMap(UnitOfWork, (unit) => unit.transact(work)))
    const counts = async () =>
      (await Promise.all(watchers.map((one) => noticesOf(auspex, one)))).map(({ length }) => length)
    const sum = async () => (await counts()).reduce((a, b) => a + b)
    expect([await transact(two), await sum()]).toEqual([false, 2])
    await expect(transact(Effect.zipRight(two, Effect.fail("the process ends")))).rejects.toThrow()
    expect(await sum()).toBe(2)
    expect([await transact(two), await transact(two), await counts()]).toEqual([false, true, [1, 1, 1, 1, 1]])
    expect(await auspex.run(notifyNext)).toBe(false)
    expect((await noticesOf(auspex, watchers[0]!))[0]!.body).toContain("Resolved as void")
  })
})

onServerDatabase("resolutions on two instances", (db) => {
  it(
    "notify once, from either instance, without locking accounts that are being paid",
    { timeout: 300_000 },
    async () => {
      const [one, two] = await Promise.all([startAuspex(db.layer), startAuspex(db.layer)])
      try {
        const watcher = await linkedAgent(one)
        for (let n = 0; n < 6; n++) {
          const question = await openQuestion(one)
          await one.call("POST", `/api/questions/${question}/watch`, { as: watcher.key })
          await admin(one, `questions/${question}/resolve`, { outcome: true })
        }
        await Promise.all([sendNotices(one), sendNotices(two), sendNotices(one), sendNotices(two)])
        expect((await noticesOf(one, watcher)).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1])
        const [left] = await query<{ n: number }>(
          one,
          "select count(*)::integer as n from resolution_jobs where told_at is null"
        )
        expect(left!.n).toBe(0)
      } finally {
        await Promise.all([one.stop(), two.stop()])
      }
    }
  )
})
