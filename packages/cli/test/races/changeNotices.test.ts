import { EventSignal } from "@auspex/domain/webhooks"
import { onEmbeddedDatabase, onServerDatabase, testServerUrl } from "@auspex/testkit/databases"
import { Effect } from "effect"
import pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { localConnection } from "../../src/kit/connection/localConnection.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { insisting } from "../insisting.ts"
import { linkedAgent, openQuestion, predict, query, questionFields, registerAgent } from "../people.ts"
import { eventually } from "../raw.ts"
import { distinctPrediction } from "./citing.ts"

/** Ages that no test reaches: what an instance shows of another's changes is not due to age. */
const forever = { freshMillisMax: 3_600_000, ageMillisMax: 3_600_000 }

/** Ages that a test can wait for. */
const brief = { freshMillisMax: 100, ageMillisMax: 300 }

/** 1 while notices arrive, 0 while they do not; undefined for an instance that is alone. */
const noticesOf = async (auspex: RunningAuspex): Promise<string | undefined> =>
  /^auspex_http_cache_notices (\d)$/m.exec((await auspex.call("GET", "/metrics")).text)?.[1]

onServerDatabase("changes on one of several instances", (db) => {
  let writer: RunningAuspex
  let reader: RunningAuspex
  let aging: RunningAuspex
  beforeAll(async () => {
    const flags = { databaseUrl: db.url() }
    writer = insisting(await startAuspex(db.layer, { flags, cache: forever }))
    reader = insisting(await startAuspex(db.another, { flags, cache: forever }))
    aging = insisting(await startAuspex(db.another, { flags, cache: brief }))
    for (const instance of [writer, reader, aging]) await connected(instance)
  })
  afterAll(() => Promise.all([writer, reader, aging].map((instance) => instance.stop())))

  const connected = (instance: RunningAuspex) =>
    eventually("notices arrive", async () => await noticesOf(instance) === "1")

  /** Reads until the answer satisfies `condition`; returns the number of reads. */
  const readsUntil = async (
    target: string,
    condition: (answer: Awaited<ReturnType<RunningAuspex["call"]>>) => boolean
  ) => {
    let reads = 0
    await eventually(`a change on ${target}`, async () => {
      reads++
      return condition(await reader.call("GET", target))
    })
    return reads
  }

  it("are shown by the others, which would otherwise not show them, also under load", async () => {
    const questions = await Promise.all(Array.from({ length: 4 }, () => openQuestion(writer)))
    const targets = ["/api/questions?limit=12", ...questions.map((id) => `/api/questions/${id}/consensus`)]
    const agents = await Promise.all(Array.from({ length: 5 }, () => linkedAgent(writer)))
    const loaded = { isOn: true }
    const load = Promise.all(Array.from({ length: 12 }, async (_, turn) => {
      while (loaded.isOn) await (turn % 2 === 0 ? writer : reader).call("GET", targets[turn % targets.length]!)
    }))
    try {
      for (const [round, agent] of agents.entries()) {
        const id = questions[round % questions.length]!
        const target = `/api/questions/${id}/consensus`
        const before = (await reader.call("GET", target)).body.total_agents
        // Cached: the same bytes until a notice arrives.
        expect((await reader.call("GET", target)).body.total_agents).toBe(before)
        await predict(writer, agent, id, distinctPrediction())
        await readsUntil(target, ({ body }) => body.total_agents === before + 1)
        await readsUntil(
          "/api/questions?limit=12",
          ({ body }) => body.questions.find((question: { id: string }) => question.id === id).yes_count === before + 1
        )
      }
    } finally {
      loaded.isOn = false
      await load
    }
  })

  it("are shown in both directions, and a suspension hides an agent everywhere", async () => {
    const { id, name } = await registerAgent(reader)
    const target = `/api/agents/${id}`
    for (const instance of [writer, reader]) expect((await instance.call("GET", target)).body.name).toBe(name)
    const suspend = (action: string) =>
      writer.call("POST", `/api/admin/accounts/${id}/${action}`, { as: writer.adminKey, body: { reason: "A test." } })
    expect((await suspend("suspend")).status).toBe(200)
    await readsUntil(target, ({ status }) => status === 404)
    expect((await suspend("restore")).status).toBe(200)
    await readsUntil(target, ({ status }) => status === 200)
  })

  it("are shown when a command made them, without a server, whose events an instance then delivers", async () => {
    const list = "/api/questions?limit=1"
    const id = await openQuestion(writer)
    await readsUntil(list, ({ body }) => body.questions[0].id === id)
    // No instance of this test has background work: what was raised stays until it is taken.
    const { raised } = await reader.run(EventSignal)
    await Effect.runPromise(raised.takeAll)
    await Effect.runPromise(Effect.scoped(
      Effect.flatMap(
        localConnection({ kind: "database", databaseUrl: db.url(), named: true }, { env: {} }),
        ({ api }) =>
          Effect.gen(function*() {
            const { question } = yield* api.questionsAdmin.createQuestion({ payload: questionFields() as never })
            yield* api.questionsAdmin.approveQuestion({ path: { id: question.id } })
            yield* api.questionsAdmin.publishQuestion({ path: { id: question.id } })
          })
      )
    ))
    await readsUntil(list, ({ body }) => body.questions[0].id !== id)
    await Effect.runPromise(raised.take)
  })

  it("are not shown for payloads that no instance writes, which do no harm", async () => {
    const [id, other] = [await openQuestion(writer), await openQuestion(writer)]
    const shown = async (question: string): Promise<string> =>
      (await reader.call("GET", `/api/questions/${question}`)).body.question.resolution_source
    const send = (payload: string) => query(writer, "select pg_notify('auspex_changes', $1::text)", [payload])
    const sender = "00000000-0000-7000-8000-000000000000"
    let round = 0
    // A round that is disturbed by a notice of the publication, still under way, is repeated.
    await eventually("a round without other notices", async () => {
      const source = `Source number ${++round}`
      const [before] = [await shown(id), await shown(other)]
      await query(writer, "update questions set resolution_source = $1 where id = any($2::uuid[])", [source, [
        id,
        other
      ]])
      for (const payload of ["", "x".repeat(7_999), "1", "{\"topics\":[\"questions\"]}", `1 nobody question:${id}`])
        await send(payload)
      // Notifications arrive in order: when this one has, the others have.
      await send(`1 ${sender} question:${other}`)
      await eventually("the valid notice", async () => await shown(other) === source)
      return await shown(id) === before
    })
    await send(`1 ${sender} *`)
    await eventually("the notice of everything", async () => await shown(id) === `Source number ${round}`)
  })

  it("are shown by age while notices cannot arrive, and all of them when they arrive again", async () => {
    const id = await openQuestion(writer)
    const agent = await linkedAgent(writer)
    const target = `/api/questions/${id}/consensus`
    const seenBy = async (instance: RunningAuspex) => (await instance.call("GET", target)).body.total_agents
    await readsUntil(target, ({ status }) => status === 200)
    const [{ name }] = await query<{ name: string }>(writer, "select current_database() as name") as [{ name: string }]
    const administrator = new pg.Client({ connectionString: await testServerUrl() })
    await administrator.connect()
    try {
      // The pools keep the connections that they have, and each has one.
      for (const instance of [writer, reader, aging]) await instance.call("GET", "/health")
      await administrator.query(`alter database ${name} with allow_connections false`)
      await administrator.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'auspex listening'",
        [name]
      )
      for (const instance of [writer, reader, aging])
        await eventually("the loss is noticed", async () => await noticesOf(instance) === "0")
      expect([await seenBy(reader), await seenBy(aging)]).toEqual([0, 0])
      await predict(writer, agent, id, distinctPrediction())
      await eventually("a change by age", async () => await seenBy(aging) === 1)
      expect([await noticesOf(aging), await seenBy(reader), await seenBy(writer)]).toEqual(["0", 0, 1])
    } finally {
      await administrator.query(`alter database ${name} with allow_connections true`)
      await administrator.end()
    }
    await readsUntil(target, ({ body }) => body.total_agents === 1)
    for (const instance of [writer, reader, aging]) await connected(instance)
  })
})

onEmbeddedDatabase("an instance that is alone", (db) => {
  it("listens to nobody", async () => {
    const auspex = await startAuspex(db.layer)
    try {
      expect(await noticesOf(auspex)).toBeUndefined()
      expect(await query(auspex, "select pg_listening_channels()")).toEqual([])
    } finally {
      await auspex.stop()
    }
  })
})
