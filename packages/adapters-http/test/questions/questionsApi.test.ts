import { PgStores } from "@auspex/adapters-pg"
import { Authenticator } from "@auspex/domain/accounts"
import { type AccountActor } from "@auspex/domain/identity"
import { History } from "@auspex/domain/history"
import { DatabaseClock, IdempotencyStore, RateLimiter } from "@auspex/domain/kernel"
import { PredictionLists } from "@auspex/domain/predictions"
import { QuestionAdministration, Questions } from "@auspex/domain/questions"
import { Notifications } from "@auspex/domain/social"
import { onEachDatabase } from "@auspex/testkit/databases"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, ManagedRuntime, Schema } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { apiWithCoreErrors } from "../../src/wire/CoreError.ts"
import { PublicQuestionListQuery } from "../../src/forecasting/questions/questionParts.ts"
import { QuestionsAdminApi } from "../../src/forecasting/questions/QuestionsAdminApi.ts"
import { QuestionsApi } from "../../src/forecasting/questions/QuestionsApi.ts"
import { HttpServer, Readiness, ResponseCache } from "../../src/engine/index.ts"
import { questionsAdminHandlers } from "../../src/forecasting/questions/questionsAdminHandlers.ts"
import { questionsHandlers } from "../../src/forecasting/questions/questionsHandlers.ts"

const Api = apiWithCoreErrors("questions-test").add(QuestionsApi).add(QuestionsAdminApi)
const ids = { ada: "01890000-0000-7000-8000-00000000000a", eve: "01890000-0000-7000-8000-00000000000e" }

const actor = (id: string, overrides: Partial<AccountActor> = {}): AccountActor => ({
  kind: "account",
  id,
  type: "agent",
  name: id.slice(-4),
  roles: ["predictor"],
  owner_id: null,
  owner_key: id,
  email_verified: false,
  trust_label: "verified",
  points: 5_000,
  locked_points: 0,
  suspended: false,
  credential: "key",
  key_id: id,
  ...overrides
})
// The request's actor is linked; in the database every agent owns itself, and votes check only the database.
const actors: Record<string, AccountActor> = {
  sk_ada: actor(ids.ada, { owner_id: ids.ada }),
  sk_eve: actor(ids.eve, { owner_id: ids.eve }),
  sk_poor: actor(ids.eve, { owner_id: ids.eve, points: 999 }),
  sk_new: actor(ids.eve)
}

const doubles = Layer.mergeAll(
  Layer.succeed(Authenticator, {
    byKey: (secret) => Effect.succeed(actors[secret]),
    byToken: () => Effect.succeed(undefined),
    byAdminKey: (secret) =>
      Effect.succeed(secret === "ak" ? { kind: "admin" as const, name: "root", key_id: "a" } : undefined),
    byWorkspaceKey: () => Effect.succeed(undefined)
  }),
  Layer.succeed(RateLimiter, { take: () => Effect.succeed({ admitted: true, remaining: 1, resetSeconds: 1 }) }),
  Layer.succeed(IdempotencyStore, {
    begin: () => Effect.succeed({ kind: "new" as const }),
    claim: () => Effect.succeed({ kind: "new" as const }),
    settle: () => Effect.succeed(true),
    release: () => Effect.void,
    complete: () => Effect.void,
    forget: Effect.succeed(0)
  }),
  Layer.succeed(DatabaseClock, { now: Effect.succeed(new Date(0)) }),
  Layer.succeed(PredictionLists, {
    mine: () => Effect.dieMessage("not here"),
    ofQuestion: () => Effect.succeed({ items: [], total: 0, next_cursor: null, yes_percent: 0, yes_pct: 0 })
  })
)

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const good = {
  question: "Will the agency publish the report before the deadline?",
  category: "technology",
  timeframe: "short",
  resolution_source: "The agency's site",
  resolution_date: dayAhead(30)
}

interface Answer {
  readonly status: number
  readonly body: any
  readonly headers: Headers
}

onEachDatabase("Questions over HTTP", (db) => {
  let url = ""
  let close: () => Promise<void> = async () => undefined

  const call = async (method: string, path: string, key?: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key === undefined ? {} : key === "ak" ? { "x-admin-key": key } : { "x-api-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
  const published = async (fields: object = {}): Promise<string> => {
    const { body } = await call("POST", "/api/admin/questions", "ak", { ...good, ...fields })
    const id: string = body.question.id
    await call("POST", `/api/admin/questions/${id}/approve`, "ak")
    await call("POST", `/api/admin/questions/${id}/publish`, "ak")
    return id
  }

  beforeAll(async () => {
    await db.run(db.reset)
    await db.run(
      Effect.flatMap(
        SqlClient,
        (sql) =>
          sql`insert into accounts (id, type, name, name_key, role, referral_code, trust_label)
        select v::uuid, 'agent', v, v, 'predictor', v, 'verified' from (values (${ids.ada}), (${ids.eve})) as x (v)`
      )
    )
    const stores = Notifications.layer.pipe(Layer.provideMerge(PgStores.layer), Layer.provide(testOutside))
    const runtime = ManagedRuntime.make(
      HttpServer.layer<Questions | QuestionAdministration | PredictionLists | History>({
        api: Api,
        handlers: [questionsHandlers, questionsAdminHandlers],
        host: "127.0.0.1",
        port: 0,
        checkResponses: true
      })
        .pipe(
          Layer.provide(Layer.mergeAll(History.layer, Questions.layer, QuestionAdministration.layer)),
          Layer.provideMerge(Layer.mergeAll(stores, ResponseCache.layer(), Readiness.layer, doubles)),
          Layer.provide(db.layer)
        )
    )
    url = (await runtime.runPromise(HttpServer)).url
    close = () => runtime.dispose()
  })
  afterAll(() => close())

  it("answers the taxonomy", async () => {
    const { body, status } = await call("GET", "/api/taxonomy")
    expect(status).toBe(200)
    expect(body.map(({ slug, subcategories }: any) => [slug, subcategories.length])).toEqual([
      ["technology", 11],
      ["industry", 12],
      ["society", 10]
    ])
  })

  it("takes a question from a suggestion through all states", async () => {
    const suggested = await call("POST", "/api/questions/suggest", "sk_ada", {
      ...good,
      question_type: "multi",
      options: ["Red", "Blue"],
      status: "open"
    })
    expect(suggested.status).toBe(201)
    expect(suggested.body).toMatchObject({
      suggestion: { status: "draft", suggested_by: ids.ada },
      message: expect.any(String)
    })
    const id: string = suggested.body.suggestion.id
    expect((await call("GET", `/api/questions/${id}`)).status).toBe(404)
    expect((await call("GET", `/api/questions/${id}`, "ak")).body.question.id).toBe(id)
    const move = async (act: string) =>
      (await call("POST", `/api/admin/questions/${id}/${act}`, "ak")).body.question?.status
    expect([await move("approve"), await move("publish"), await move("close"), await move("reopen")]).toEqual([
      "approved",
      "open",
      "closed",
      "open"
    ])
    const { body, headers } = await call("GET", `/api/questions/${id}`)
    expect(headers.get("etag")).toBeTruthy()
    expect(body).toEqual({
      question: expect.objectContaining({
        id,
        status: "open",
        outcome: null,
        option_counts: { Red: 0, Blue: 0 },
        prediction_window_open: true,
        is_frozen: false,
        weight: 1,
        upvotes: 0,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        resolution_date: good.resolution_date,
        consensus_summary: { total_agents: 0, avg_confidence: 0, model_count: 0 }
      }),
      predictions: [],
      total: 0,
      next_cursor: null,
      yes_percent: 0,
      yes_pct: 0
    })
    expect((await call("POST", `/api/questions/${id}/upvote`, "sk_ada")).body.code).toBe("SAME_OWNER_VOTE")
    expect(await call("POST", `/api/questions/${id}/upvote`, "sk_eve")).toMatchObject({
      status: 200,
      body: { upvotes: 1, has_upvoted: true }
    })
    // The next read shows the write, cached or not.
    expect((await call("GET", `/api/questions/${id}`)).body.question.upvotes).toBe(1)
    expect((await call("DELETE", `/api/questions/${id}/upvote`, "sk_eve")).body).toEqual({
      upvotes: 0,
      has_upvoted: false
    })
    expect((await call("POST", `/api/questions/${id}/watch`, "sk_eve")).body).toEqual({ watching: true })
    expect((await call("DELETE", `/api/questions/${id}/watch`, "sk_eve")).body).toEqual({ watching: false })
    expect(await call("DELETE", `/api/admin/questions/${id}`, "ak")).toMatchObject({
      status: 409,
      body: { code: "INVALID_TRANSITION" }
    })
  })

  it("refuses callers without the right, and unknown questions", async () => {
    const id = await published({ question: "Will the agency correct its report before the deadline?" })
    for (
      const [method, path] of [["POST", "/api/questions/suggest"], ["POST", `/api/questions/${id}/upvote`], [
        "POST",
        `/api/questions/${id}/watch`
      ]] as const
    ) {
      const body = path.endsWith("suggest") ? good : undefined
      expect((await call(method, path, undefined, body)).body.code).toBe("MISSING_AUTH")
      expect((await call(method, path, "sk_nobody", body)).body.code).toBe("INVALID_API_KEY")
      expect((await call(method, path, "sk_new", body)).body.code).toBe("AGENT_NOT_LINKED")
    }
    expect((await call("POST", "/api/questions/suggest", "sk_poor", good)).body.code).toBe("TIER_TOO_LOW")
    expect(await call("POST", "/api/admin/questions", "sk_ada", good)).toMatchObject({
      status: 403,
      body: { code: "ADMIN_REQUIRED" }
    })
    for (
      const bad of ["x", "1", "%27", "..%2f", "01890000-0000-7000-8000-000000000000", "%F0%9F%91%8D", "a".repeat(500)]
    ) {
      for (
        const [method, path, key] of [["GET", "", undefined], ["POST", "/upvote", "sk_ada"], [
          "DELETE",
          "/watch",
          "sk_ada"
        ]] as const
      ) {
        const { body, status } = await call(method, `/api/questions/${bad}${path}`, key)
        expect([status, body.code], `${method} ${bad}${path}`).toEqual([404, "QUESTION_NOT_FOUND"])
      }
      expect((await call("POST", `/api/admin/questions/${bad}/publish`, "ak")).status).toBe(404)
    }
  })

  it("names every invalid field, including wrong types", async () => {
    const { body, status } = await call("POST", "/api/admin/questions", "ak", {
      question: 7,
      category: ["technology"],
      timeframe: {},
      resolution_date: true,
      options: "Red",
      weight: "2",
      closes_at: "tomorrow",
      parent_trigger: "yes",
      evidence_urls: ["javascript:alert(1)"],
      context: "x".repeat(5_001)
    })
    expect(status).toBe(400)
    expect(body.code).toBe("INVALID_REQUEST")
    expect(body.failures.map(({ field }: any) => field)).toEqual([
      "question",
      "category",
      "timeframe",
      "resolution_source",
      "resolution_date",
      "options",
      "parent_trigger",
      "evidence_urls[0]",
      "context",
      "weight",
      "closes_at"
    ])
    for (const payload of ["null", "[]", "7", "\"x\"", "{", ""]) {
      expect((await call("POST", "/api/admin/questions", "ak", payload)).status, payload).toBe(400)
    }
  })

  it("refuses invalid values in the query of the list, and ignores unknown parameters", async () => {
    const wrong = [
      "limit=0",
      "limit=-1",
      "limit=1.5",
      "limit=1e99",
      "limit=ten",
      "limit=",
      "limit=1&limit=2",
      "offset=-1",
      "offset=x",
      "offset=1e9",
      "cursor=x",
      "cursor=%00",
      "cursor=",
      "status=deleted",
      "status=",
      "category=sports",
      "subcategory=nope",
      "timeframe=aeon",
      "sort=random",
      `q=${"x".repeat(201)}`,
      "q=%00",
      "tag=%00",
      "status=open&status=closed"
    ]
    for (const query of wrong) {
      const { body, status } = await call("GET", `/api/questions?${query}`)
      expect([status, body.code], query).toEqual([400, "INVALID_REQUEST"])
    }
    for (
      const query of [
        "limit=100000",
        "unknown=1",
        "q='",
        "q=%5C%22(",
        "tag=%23x",
        "status=all",
        "status=draft",
        "question_type=poll",
        "sort=contested&status=open"
      ]
    ) {
      expect((await call("GET", `/api/questions?${query}`)).status, query).toBe(200)
    }
  })

  it("pages by cursor, 50 questions at a time by default", async () => {
    expect(Schema.decodeSync(PublicQuestionListQuery)({}).limit).toBe(50)
    for (let index = 0; index < 14; index++)
      await published({ question: `Will the number ${index} come up in the draw?` })
    const first = (await call("GET", "/api/questions?status=open&limit=12")).body
    expect(first.questions.length).toBe(12)
    const second = (await call("GET", `/api/questions?status=open&limit=12&cursor=${first.next_cursor}`)).body
    expect(second.next_cursor).toBeNull()
    expect(second.total).toBe(first.total)
    const ids = [...first.questions, ...second.questions].map(({ id }: any) => id)
    expect(new Set(ids).size).toBe(first.total)
    const created = (await call("GET", "/api/admin/questions?status=draft", "ak")).body
    expect(created).toMatchObject({ total: 0, next_cursor: null })
  })
})
