import { PasswordHasherArgon2Live } from "@auspex/adapters-http/outbound"
import { EmbeddedDatabase, ServerDatabase } from "@auspex/adapters-pg"
import { isThorough, testServerUrl } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { arguedQuestions } from "../../src/demo/ArguedQuestions.ts"
import { demoQuestions } from "../../src/demo/DemoQuestions.ts"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, ManagedRuntime } from "effect"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { migrate } from "../../src/composition/Database.ts"
import { demoLines, type DemoSkipped, type DemoWorld, fillDemo as fill } from "../../src/demo/Demo.ts"
import { type RunningAuspex, startAuspex, testWebhookSecrets } from "../harness.ts"

const fillDemo = (options?: Parameters<typeof fill>[0]) => Effect.provide(fill(options), testWebhookSecrets)

// Databases without the test harness, whose clock would hide the session's.
interface Place {
  readonly database: Layer.Layer<SqlClient, unknown>
  readonly remove: () => Promise<void>
}

const embedded = async (): Promise<Place> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-demo-"))
  return {
    database: EmbeddedDatabase.layer({ dataDir }),
    remove: async () => rmSync(dataDir, { recursive: true, force: true })
  }
}

const server = async (): Promise<Place> => {
  const name = `auspex_demo_${process.pid}_${randomBytes(4).toString("hex")}`
  const administer = (statement: string) =>
    testServerUrl().then((url) =>
      Effect.flatMap(SqlClient, (sql) => Effect.asVoid(sql.unsafe(statement))).pipe(
        Effect.provide(ServerDatabase.layer({ url })),
        Effect.runPromise
      )
    )
  await administer(`create database ${name}`)
  return {
    database: ServerDatabase.layer({ url: await testServerUrl(name) }),
    remove: () => administer(`drop database ${name} with (force)`)
  }
}

const counted = Effect.flatMap(SqlClient, (sql) =>
  sql<{ accounts: number; questions: number }>`
    select (select count(*)::integer from accounts) as accounts,
      (select count(*)::integer from questions) as questions`)
  .pipe(Effect.map((rows) => rows[0]))

// The tour starts the demo world on the embedded database.
const places = [["server", server], ...(isThorough ? [["embedded", embedded] as const] : [])] as const

describe.each(places)("the demo world on the %s database", (_, open) => {
  let place: Place
  let runtime: ManagedRuntime.ManagedRuntime<SqlClient, unknown>
  beforeAll(async () => {
    place = await open()
    runtime = ManagedRuntime.make(place.database)
    await runtime.runPromise(migrate({ databaseUrl: undefined, dataDir: "" }))
  })
  afterAll(async () => {
    await runtime.dispose()
    await place.remove()
  })

  let outcome: DemoWorld | DemoSkipped

  it("leaves nothing when it is interrupted", async () => {
    const brokenOff = fillDemo({
      onProgress: ({ done }) => done < 200 ? Effect.void : Effect.die(new Error("pulled the plug"))
    })
    await expect(runtime.runPromise(brokenOff)).rejects.toThrow("pulled the plug")
    expect(await runtime.runPromise(counted)).toEqual({ accounts: 0, questions: 0 })
  })

  it("is created once by two concurrent attempts, completely, with all invariants satisfied", async () => {
    let last = { done: 0, total: 0 }
    const onProgress = (progress: typeof last) => Effect.sync(() => void (last = progress))
    const outcomes = await runtime.runPromise(
      Effect.all([fillDemo({ onProgress }), fillDemo({ onProgress })], { concurrency: 2 })
    )
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["filled", "left out"])
    outcome = outcomes.find(({ kind }) => kind === "filled")!
    if (outcome.kind !== "filled") throw new Error(outcome.because)
    expect(last.done).toBe(last.total)
    expect(outcome.counts.accounts).toBe(40)
    expect(outcome.counts.questions).toBe(83)
    expect(outcome.counts.predictions).toBeGreaterThan(300)
    expect(await runtime.runPromise(checkInvariants)).toEqual([])
    const states = await runtime.runPromise(
      Effect.flatMap(SqlClient, (sql) => sql<{ status: string }>`select distinct status from questions order by status`)
    )
    expect(states.map(({ status }) => status)).toEqual(["approved", "closed", "draft", "open", "resolved"])
    const planned = demoQuestions.filter(({ planned_state }) => planned_state === "open").length
    const [open] = await runtime.runPromise(
      Effect.flatMap(SqlClient, (sql) =>
        sql<
          { count: number }
        >`select count(*)::integer as count from questions where status = 'open' and window_ends_at > now()`)
    )
    expect(open!.count).toBeGreaterThan(planned / 2)
  }, 300_000)

  it("shows every capability", async () => {
    const [shown] = await runtime.runPromise(Effect.flatMap(SqlClient, (sql) =>
      sql<Record<string, number>>`
        select (select count(*) from comments where depth > 0)::integer as replies,
          (select count(*) from comments where target_prediction_id is not null and upvotes > 0)::integer as liked,
          (select count(*) from prediction_validations)::integer as validations,
          (select count(*) from disputes where status = 'open')::integer as open_disputes,
          (select count(*) from disputes where status = 'upheld')::integer as upheld_disputes,
          (select count(*) from accounts where resolved_count >= 20)::integer as calibrated,
          (select count(*) from questions where parent_question_id is not null and waits_for_parent
            and status = 'closed')::integer as waiting,
          (select count(*) from questions where parent_question_id is not null and not waits_for_parent
            and status = 'open')::integer as triggered,
          (select count(*) from questions q where q.status = 'open' and q.prediction_count >= 6
            and (select count(*) from unnest(q.option_counts) c where c > 0) >= 3)::integer as contested,
          (select count(*) from (
            select p.account_id from predictions p join questions q on q.id = p.question_id
            where not q.is_void and q.status = 'resolved'
              and q.resolved_at >= date_trunc('week', now() at time zone 'UTC') at time zone 'UTC'
            group by 1 having count(*) >= 3
          ) battling)::integer as battling,
          (select count(*) from surveys where status = 'open')::integer as open_surveys,
          (select count(*) from surveys where status = 'closed')::integer as closed_surveys,
          (select count(*) from survey_respondents r join survey_assignments m using (survey_id, account_id))::integer
            as answering,
          (select count(*) from accounts where persona_hash is not null)::integer as with_persona,
          (select count(*) from predictions where persona_hash is not null)::integer as by_persona`))
    expect([shown!["open_surveys"], shown!["closed_surveys"], shown!["with_persona"]]).toEqual([1, 1, 2])
    expect(shown!["open_disputes"]).toBe(2)
    expect(shown!["upheld_disputes"]).toBe(1)
    expect(shown!["replies"]).toBeGreaterThan(10)
    for (
      const [what, least] of Object.entries({
        liked: 3,
        validations: 40,
        calibrated: 4,
        waiting: 1,
        triggered: 1,
        contested: 2,
        battling: 4,
        answering: 12,
        by_persona: 10
      })
    ) expect([what, shown![what]! >= least]).toEqual([what, true])
  })

  it("is in the past, and the clock is the real one again", async () => {
    const [times] = await runtime.runPromise(
      Effect.flatMap(SqlClient, (sql) =>
        sql<{ ahead: number; first: number; late: number }>`
        select extract(epoch from auspex_now() - now())::float8 as ahead,
          extract(epoch from now() - (select min(created_at) from accounts))::float8 / 86400 as first,
          (select count(*)::integer from ledger where created_at > now()) as late`)
    )
    expect(times).toEqual({ ahead: 0, first: expect.closeTo(45, 1), late: 0 })
  })

  it("is not created in a database that is not empty", async () => {
    const before = await runtime.runPromise(counted)
    const again = await runtime.runPromise(fillDemo())
    expect(again).toEqual({ kind: "left out", because: "not empty" })
    expect(demoLines(again, "http://x")).toEqual(["demo: the database is not empty; nothing was added"])
    expect(await runtime.runPromise(counted)).toEqual(before)
  })

  /** A server on the demo world. */
  const served = async (use: (auspex: RunningAuspex) => Promise<void>): Promise<void> => {
    const existing = Layer.effect(
      SqlClient,
      Effect.orDie(Effect.map(runtime.runtimeEffect, ({ context }) => {
        return context.unsafeMap.get(SqlClient.key) as SqlClient
      }))
    )
    const auspex: RunningAuspex = await startAuspex(existing, { passwordHasher: PasswordHasherArgon2Live })
    try {
      await use(auspex)
    } finally {
      await auspex.stop()
    }
  }

  const formType = { "content-type": "application/x-www-form-urlencoded" }

  /** The session cookie of the demo's owner, made with the password. */
  const signedIn = async (auspex: RunningAuspex): Promise<{ readonly cookie: string }> => {
    if (outcome.kind !== "filled") throw new Error(outcome.because)
    const { email, password } = outcome.owner
    const login = await auspex.call("POST", "/api/auth/login", { body: { email, password } })
    expect(login.status).toBe(200)
    return { cookie: `auspex=${login.body.token}` }
  }

  it("prints a page to look at, a link that signs its owner in once, and an agent's key that can predict", () =>
    served(async (auspex) => {
      if (outcome.kind !== "filled") throw new Error(outcome.because)
      const lines = demoLines(outcome, auspex.url)
      const addresses = lines.flatMap((line) => /https?:\S+/.exec(line) ?? [])
      expect([lines.length, addresses.length]).toEqual([5, 2])
      const [home, link] = addresses.map((address) => address.slice(auspex.url.length))
      expect((await auspex.call("GET", home!)).text).toMatch(/<h1/)
      // Programs that follow links neither sign in nor use the link up.
      const opened = await auspex.call("GET", link!)
      expect([opened.status, opened.headers.get("set-cookie")]).toEqual([200, null])
      const token = /name="token" value="([^"]+)"/.exec(opened.text)?.[1] ?? ""
      const press = (origin = auspex.settings.publicUrl!) =>
        auspex.call("POST", "/sign-in", {
          headers: { ...formType, origin },
          body: String(new URLSearchParams({ token }))
        })
      // Another site cannot sign its visitors in as somebody else, and does not use the link up.
      expect((await press("https://other.example")).status).toBe(403)
      const first = await press()
      expect([first.status, first.headers.get("location")]).toEqual([303, "/account"])
      const [cookie = ""] = (first.headers.get("set-cookie") ?? "").split(";")
      expect((await auspex.call("GET", "/account", { headers: { cookie } })).text).toContain(outcome.owner.name)
      const second = await press()
      expect([second.status, second.headers.get("set-cookie")]).toEqual([401, null])
      const { agent: { api_key }, untried: { body, question_id } } = outcome
      const rehearsed = await auspex.call("POST", `/api/questions/${question_id}/predict?dry_run=true`, {
        as: api_key,
        body
      })
      expect(rehearsed.body).toMatchObject({ dry_run: true, engagement_reward: { total: expect.any(Number) } })
    }))

  it("gives its owner agents with records, watched questions, news, and a webhook with something to send", () =>
    served(async (auspex) => {
      const { cookie } = await signedIn(auspex)
      const as = cookie.slice("auspex=".length)
      const read = async (path: string) => (await auspex.call("GET", path, { as })).body
      const { agents } = await read("/api/me/agents")
      expect(agents).toHaveLength(3)
      const [{ id }] = agents
      expect((await read(`/api/agents/${id}`)).brier_score).toBeGreaterThan(0)
      expect((await read("/api/me/watchlist")).questions.length).toBeGreaterThan(5)
      const { notifications } = await read("/api/me/notifications")
      expect(new Set(notifications.map(({ type }: { readonly type: string }) => type)).size).toBeGreaterThan(1)
      const { webhooks: [webhook] } = await read("/api/webhooks")
      expect(webhook).toMatchObject({ active: true, url: expect.stringMatching(/^https:.*\.example/) })
      // The server sends them, and its attempts fail, because the receiver does not exist.
      const [due] = await runtime.runPromise(
        Effect.flatMap(SqlClient, (sql) =>
          sql<{ count: number }>`
            select count(*)::integer as count from outbox_events e join webhooks w
              on e.event = any(w.events) and e.occurred_at >= w.active_since`)
      )
      expect(due!.count).toBeGreaterThan(2)
    }))

  it("gives its owner a workspace with a packet that quotes the shipped pages", () =>
    served(async (auspex) => {
      const headers = await signedIn(auspex)
      const page = async (path: string) => (await auspex.call("GET", path, { headers })).text
      const workspace = /href="(\/research\/[\w-]+)"[^>]*><bdi>Family office/.exec(await page("/research"))?.[1] ?? ""
      const project = /href="([^"]+\/projects\/[\w-]+)"/.exec(await page(workspace))?.[1] ?? ""
      const text = await page(`${project}/packet`)
      expect(text).toMatch(/Vestrand[^]*Yes is likely[^]*nine of fifteen members/i)
      expect(text).not.toMatch(/SYSTEM:/)
    }))

  it("gives its owner a survey that people have answered", () =>
    served(async (auspex) => {
      const headers = await signedIn(auspex)
      const page = async (path: string) => (await auspex.call("GET", path, { headers })).text
      const workspace = /href="(\/research\/[\w-]+)"[^>]*><bdi>Vestrand works/.exec(await page("/research"))?.[1] ?? ""
      const project = /href="([^"]+\/projects\/[\w-]+)"/.exec(await page(workspace))?.[1] ?? ""
      const text = await page(`${project}/responses`)
      expect(text).toMatch(/24/)
      expect(text).toMatch(/House owners[^]*Tenants/)
    }))

  it("argues about the questions that the pages show first, and debates the arguments", () =>
    served(async (auspex) => {
      const written = arguedQuestions.flatMap(({ arguments: all }) => all)
      expect(written.length).toBeGreaterThanOrEqual(24)
      const [argued] = await runtime.runPromise(
        Effect.flatMap(SqlClient, (sql) =>
          sql<{ count: number }>`
            select count(*)::integer as count from predictions
            where reasoning like any(${written.map(({ evidence }) => `EVIDENCE: ${evidence.replaceAll("%", "_")}%`)})`)
      )
      expect(argued!.count).toBe(written.length)
      const { questions } = (await auspex.call("GET", "/api/questions?status=open&sort=closing&limit=5")).body
      const debated = await Promise.all(
        questions.map(({ id }: { readonly id: string }) => auspex.call("GET", `/api/questions/${id}/debates`))
      )
      expect(debated.filter(({ body }) => body.debates.length > 0).length).toBeGreaterThan(2)
    }))

  it("has a closed survey with results, and an open one that is not answered by all", () =>
    served(async (auspex) => {
      const read = async (path: string) =>
        (await auspex.call("GET", `/api/admin/surveys${path}`, { as: auspex.adminKey })).body
      const { surveys: [closed] } = await read("?status=closed")
      const { surveys: [open] } = await read("?status=open")
      const results = await read(`/${closed.id}/results`)
      expect(results.questions).toHaveLength(4)
      expect(results.analytics.total_predictions).toBeGreaterThan(30)
      expect(results.analytics.panel.families.length).toBeGreaterThan(3)
      expect(new Set(results.questions.map((row: { yes_percent: number }) => row.yes_percent)).size).toBeGreaterThan(1)
      const { progress } = await read(`/${open.id}/progress?limit=100`)
      const answered = new Set(progress.map((row: { answered: number }) => row.answered))
      expect([progress.length > 5, answered.size > 1]).toEqual([true, true])
    }))
})
