import { adoptEvents } from "@auspex/adapters-pg"
import { UnitOfWork } from "@auspex/domain/kernel"
import { EventOutbox } from "@auspex/domain/events"
import { onServerDatabaseFirst, onServerDatabase } from "@auspex/testkit/databases"
import { Deferred, Effect } from "effect"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, query } from "../people.ts"

interface Item {
  readonly id: string
  readonly event: string
  readonly text: string
  readonly type: string
  readonly at: string
  readonly confidence?: number
  readonly prediction_id?: string
}

const feedOf = async (auspex: RunningAuspex, key: string, search = "") => {
  const { body, status } = await auspex.call("GET", `/api/me/feed${search}`, { as: key })
  expect(status).toBe(200)
  return body as { readonly items: ReadonlyArray<Item>; readonly next_cursor: string | null }
}
const texts = async (auspex: RunningAuspex, key: string) =>
  (await feedOf(auspex, key, "?limit=100")).items.map(({ text }) => text)

const placed = (question_id: string, actor_id: string, confidence = 70) => ({
  event: "prediction.placed" as const,
  data: { question_id, prediction_id: question_id, user_name: "Somebody", confidence },
  actor_id
})
const record = (auspex: RunningAuspex, events: ReadonlyArray<ReturnType<typeof placed>>) =>
  auspex.run(Effect.flatMap(EventOutbox, (outbox) => outbox.record(events)))

/** Waits until all open transactions are younger than those that wrote events; other tests share the server. */
const untilNothingOlder = async (auspex: RunningAuspex) => {
  const whole = `select coalesce(max(xact) < pg_snapshot_xmin(pg_current_snapshot()), true) as whole from (
    select xact from outbox_events order by seq desc limit 100) latest`
  while (!(await query<{ whole: boolean }>(auspex, whole))[0]!.whole);
}

onServerDatabaseFirst("the feed", (db) => {
  let auspex: RunningAuspex
  let hours = 0
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
  })
  afterEach(() => Effect.runPromise(db.shiftClock("0")))
  afterAll(() => auspex.stop())

  /** Moves the clock ahead by some seconds. */
  const later = () => Effect.runPromise(db.shiftClock(`${++hours} minutes`))
  const watch = (key: string, id: string) => auspex.call("POST", `/api/questions/${id}/watch`, { as: key })
  const admin = (path: string, body?: object) =>
    auspex.call("POST", `/api/admin/${path}`, { as: auspex.adminKey, body })

  it("shows what others did on watched questions and on questions predicted on, and what followed agents did", async () => {
    const [me, ada, ben] = [await linkedAgent(auspex), await linkedAgent(auspex), await linkedAgent(auspex)]
    const [watched, predicted, foreign] = [
      await openQuestion(auspex),
      await openQuestion(auspex),
      await openQuestion(auspex)
    ]
    await watch(me.key, watched)
    await predict(auspex, me, predicted, { confidence: 61 })
    await auspex.call("POST", `/api/agents/${ben.id}/follow`, { as: me.key })
    await predict(auspex, ada, watched, { confidence: 62 })
    await predict(auspex, ada, predicted, { confidence: 63 })
    await predict(auspex, ada, foreign, { confidence: 64 })
    await predict(auspex, ben, foreign, { confidence: 65 })
    await predict(auspex, ben, watched, { confidence: 66 })
    await predict(auspex, me, watched, { confidence: 67 })
    await admin(`questions/${watched}/close`)
    await admin(`questions/${watched}/resolve`, { outcome: false })
    await later()
    const { items, next_cursor } = await feedOf(auspex, me.key)
    expect([items.map(({ text }) => text), next_cursor]).toEqual([[
      "Resolved: no.",
      "The question takes no more predictions.",
      `${ben.name} predicted yes with 66 % confidence.`,
      `${ben.name} predicted yes with 65 % confidence.`,
      `${ada.name} predicted yes with 63 % confidence.`,
      `${ada.name} predicted yes with 62 % confidence.`
    ], null])
    const question = (await auspex.call("GET", `/api/questions/${foreign}`)).body.question.question
    expect(items[3]).toEqual({
      id: expect.any(String),
      event: "prediction.placed",
      type: "prediction.placed",
      at: expect.any(String),
      created_at: items[3]!.at,
      question_id: foreign,
      question,
      prediction_id: expect.any(String),
      actor_id: ben.id,
      actor_name: ben.name,
      agent_name: ben.name,
      prediction: true,
      confidence: 65,
      text: `${ben.name} predicted yes with 65 % confidence.`,
      link: `/questions/${foreign}#predictions`
    })
    const { predictions } = (await auspex.call("GET", `/api/questions/${foreign}/predictions`)).body
    const listed = predictions.find(({ confidence }: { readonly confidence: number }) => confidence === 65)
    expect(items[3]!.prediction_id).toBe(listed.id)
    expect(items[0]).not.toHaveProperty("actor_id")
    expect(items[0]).not.toHaveProperty("prediction_id")
    const confidences = async (search: string) =>
      (await feedOf(auspex, me.key, `?${search}`)).items.map(({ confidence, type }) => confidence ?? type)
    expect(await confidences("type=prediction.placed&limit=2")).toEqual([66, 65])
    expect(await confidences("type=question.resolved")).toEqual(["question.resolved"])
    expect(await confidences("source=following")).toEqual([66, 65])
    expect(await confidences("source=predicted&type=prediction.placed")).toEqual([66, 63, 62])
    expect(await confidences("source=watchlist")).toEqual(["question.resolved", "question.closed", 66, 62])
    for (
      const [alias, name] of [
        ["type=prediction", "type=prediction.placed"],
        ["type=comment", "type=comment.created"],
        ["type=challenge", "type=dispute.opened"],
        ["source=followed", "source=following"],
        ["source=watched&type=prediction", "source=watchlist&type=prediction.placed"]
      ] as const
    ) {
      expect(await feedOf(auspex, me.key, `?${alias}`)).toEqual(await feedOf(auspex, me.key, `?${name}`))
    }
    for (const search of ["type=rumour", "source=elsewhere", "type=", "type=toString", "type=prediction&source=me"]) {
      expect(await feedOf(auspex, me.key, `?${search}`)).toEqual({ items: [], next_cursor: null })
    }
    expect((await auspex.call("GET", "/api/me/feed")).status).toBe(401)
  })

  it("shows disputes from filing to decision", async () => {
    const [me, ada] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    const question = await openQuestion(auspex)
    await watch(me.key, question)
    await predict(auspex, ada, question)
    await admin(`questions/${question}/resolve`, { outcome: true })
    const filed = await auspex.call("POST", `/api/questions/${question}/dispute`, {
      as: ada.key,
      body: {
        reason: "The gauge was read at noon, but the question asks for the highest reading of the whole day.",
        evidence_urls: ["https://gauges.example.org/harbour/2027"]
      }
    })
    await admin(`disputes/${filed.body.dispute.id}/resolve`, { status: "dismissed", resolution_note: "It stands." })
    await later()
    expect((await texts(auspex, me.key)).slice(0, 2)).toEqual([
      "The dispute was dismissed: the resolution stands.",
      `${ada.name} disputes the resolution.`
    ])
    const challenges = await feedOf(auspex, me.key, "?type=challenge&source=watched")
    expect(challenges.items.map(({ type }) => type)).toEqual(["dispute.opened"])
  })

  it("has stable pages while new events arrive", async () => {
    const [me, ada] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    const questions = [await openQuestion(auspex), await openQuestion(auspex)]
    for (const id of questions) await watch(me.key, id)
    await auspex.call("POST", `/api/agents/${ada.id}/follow`, { as: me.key })
    const happen = (n: number) => record(auspex, [placed(questions[n % 2]!, ada.id, 50 + n)])
    for (let n = 1; n <= 7; n++) await happen(n)
    await later()
    const seen: Array<string> = []
    let cursor: string | null = ""
    for (let n = 8; cursor !== null; n++) {
      const page = await feedOf(auspex, me.key, `?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ text }) => text.replace(/\D+/g, "")))
      cursor = page.next_cursor
      await happen(n)
      await later()
    }
    const number = ada.name.replace(/\D+/g, "")
    expect(seen).toEqual([57, 56, 55, 54, 53, 52, 51].map((confidence) => `${number}${confidence}`))
    expect(await texts(auspex, me.key)).toHaveLength(10)
    expect((await auspex.call("GET", "/api/me/feed?cursor=abc", { as: me.key })).body.code).toBe("INVALID_REQUEST")
  })

  it("shows an event as soon as no older transaction is open", async () => {
    const [me, ada] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    await auspex.call("POST", `/api/agents/${ada.id}/follow`, { as: me.key })
    const question = await openQuestion(auspex)
    await predict(auspex, ada, question, { confidence: 62 })
    // Its time is an hour ahead, so an implementation by time would not show it.
    await Effect.runPromise(db.shiftClock("-1 hour"))
    await untilNothingOlder(auspex)
    expect(await texts(auspex, me.key)).toEqual([`${ada.name} predicted yes with 62 % confidence.`])
  })

  it("continues after events restored from another server with foreign transaction numbers", async () => {
    const [me, ada] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    await auspex.call("POST", `/api/agents/${ada.id}/follow`, { as: me.key })
    const question = await openQuestion(auspex)
    await record(auspex, [51, 52, 53].map((confidence) => placed(question, ada.id, confidence)))
    await query(
      auspex,
      "update outbox_events set xact = case seq % 2 when 0 then '5' else '1000000000000' end::xid8 where actor_id = $1::uuid",
      [ada.id]
    )
    await auspex.run(adoptEvents)
    await record(auspex, [placed(question, ada.id, 54)])
    await auspex.run(adoptEvents)
    await untilNothingOlder(auspex)
    const shown = await texts(auspex, me.key)
    expect(shown.map((text) => / (\d+) %/.exec(text)?.[1])).toEqual(["54", "53", "52", "51"])
    const [kept] = await query<{ n: number }>(
      auspex,
      "select count(*)::integer as n from outbox_events where actor_id = $1::uuid and xact > '2'",
      [ada.id]
    )
    expect(kept!.n).toBe(1)
  })

  it("hides events of accounts while they are suspended", async () => {
    const [me, ada] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    const question = await openQuestion(auspex)
    await watch(me.key, question)
    await auspex.call("POST", `/api/agents/${ada.id}/follow`, { as: me.key })
    await record(auspex, [placed(question, ada.id)])
    await later()
    expect(await texts(auspex, me.key)).toHaveLength(1)
    await admin(`accounts/${ada.id}/suspend`, { reason: "by a test" })
    expect(await texts(auspex, me.key)).toEqual([])
    await admin(`accounts/${ada.id}/restore`)
    expect(await texts(auspex, me.key)).toHaveLength(1)
  })

  it("reads only the first index entries, however much is watched", async () => {
    const me = await linkedAgent(auspex)
    const other = await linkedAgent(auspex)
    await query(
      auspex,
      `with asked as (
        insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type)
        select gen_random_uuid(), 'Watched ' || n, 'society', 'long', 'Nobody', auspex_now()::date + 300, 'open', 'binary'
        from generate_series(1, 1000) n returning id
      ), watched as (
        insert into question_watches (account_id, question_id) select $1::uuid, id from asked
      )
      insert into outbox_events (id, event, data, question_id, actor_id)
      select gen_random_uuid(), 'prediction.placed', '{"confidence": 70}', id, $2::uuid from asked, generate_series(1, 5)`,
      [me.id, other.id]
    )
    await later()
    const { items, next_cursor } = await feedOf(auspex, me.key, "?limit=100")
    expect([items.length, next_cursor]).toEqual([100, expect.any(String)])
  })
})

onServerDatabase("the feed on two instances", (db) => {
  it(
    "withholds events while older ones may still be committed, and then shows all in order",
    { timeout: 300_000 },
    async () => {
      const [one, two] = await Promise.all([startAuspex(db.layer), startAuspex(db.layer)])
      try {
        const [me, ada] = [await linkedAgent(one), await linkedAgent(one)]
        const question = await openQuestion(one)
        await one.call("POST", `/api/questions/${question}/watch`, { as: me.key })
        const began = Effect.runSync(Deferred.make<void>())
        const goOn = Effect.runSync(Deferred.make<void>())
        const slow = one.run(Effect.flatMap(UnitOfWork, (unit) =>
          unit.transact(Effect.gen(function*() {
            yield* (yield* EventOutbox).record([placed(question, ada.id, 51)])
            yield* Deferred.succeed(began, undefined)
            yield* Deferred.await(goOn)
          }))))
        await Effect.runPromise(Deferred.await(began))
        try {
          await record(two, [placed(question, ada.id, 52)])
          const clock = async () => (await query<{ at: Date }>(one, "select clock_timestamp() as at"))[0]!.at.getTime()
          // Longer than a committed event takes to appear when no transaction is open.
          const enough = await clock() + 2_500
          while (await clock() < enough) expect(await texts(two, me.key)).toEqual([])
        } finally {
          await Effect.runPromise(Deferred.succeed(goOn, undefined))
        }
        await slow
        let seen: ReadonlyArray<string> = []
        while (seen.length === 0) seen = await texts(two, me.key)
        expect(seen.map((text) => / (\d+) %/.exec(text)?.[1])).toEqual(["52", "51"])
      } finally {
        await Promise.all([one.stop(), two.stop()])
      }
    }
  )

  it("is ordered by transactions, also for late commits", async () => {
    const [one, two] = await Promise.all([startAuspex(db.layer), startAuspex(db.layer)])
    try {
      const [me, ada] = [await linkedAgent(one), await linkedAgent(one)]
      const question = await openQuestion(one)
      await one.call("POST", `/api/questions/${question}/watch`, { as: me.key })
      for (let n = 61; n <= 64; n++) await record(two, [placed(question, ada.id, n)])
      await untilNothingOlder(two)
      const [began, goOn] = [Effect.runSync(Deferred.make<void>()), Effect.runSync(Deferred.make<void>())]
      const slow = one.run(Effect.flatMap(UnitOfWork, (unit) =>
        unit.transact(Effect.gen(function*() {
          const outbox = yield* EventOutbox
          yield* outbox.record([placed(question, ada.id, 51)])
          yield* Deferred.succeed(began, undefined)
          yield* Deferred.await(goOn)
          yield* outbox.record([placed(question, ada.id, 53)])
        }))))
      await Effect.runPromise(Deferred.await(began))
      await record(two, [placed(question, ada.id, 52)])
      const numbers = ({ items }: { readonly items: ReadonlyArray<Item> }) =>
        items.map(({ text }) => Number(/ (\d+) %/.exec(text)?.[1]))
      const first = await feedOf(two, me.key, "?limit=2")
      expect(numbers(first)).toEqual([64, 63])
      await Effect.runPromise(Deferred.succeed(goOn, undefined))
      await slow
      await untilNothingOlder(two)
      const second = await feedOf(two, me.key, `?limit=2&cursor=${first.next_cursor}`)
      expect([numbers(second), second.next_cursor]).toEqual([[62, 61], null])
      // 52 has a lower number than 53, but a younger transaction.
      expect(numbers(await feedOf(two, me.key))).toEqual([52, 53, 51, 64, 63, 62, 61])
      const seen: Array<number> = []
      for (let cursor: string | null = ""; cursor !== null;) {
        const page = await feedOf(two, me.key, `?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`)
        seen.push(...numbers(page))
        cursor = page.next_cursor
      }
      expect(seen).toEqual([52, 53, 51, 64, 63, 62, 61])
    } finally {
      await Promise.all([one.stop(), two.stop()])
    }
  })
})
