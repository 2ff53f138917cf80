import { errorCatalogue, coreCodes } from "@auspex/adapters-http/contract"
import type { ErrorCode } from "@auspex/domain/kernel"
import { personaDimensions } from "@auspex/domain/personas"
import { onServerDatabase } from "@auspex/testkit/databases"
import { type FakeModelServer, startModelServer } from "@auspex/testkit/models"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Answer, type CallOptions, type RunningAuspex, startAuspex } from "../harness.ts"
import {
  draftQuestion,
  fresh,
  goodPrediction,
  goodReasoning,
  linkedAgent,
  openQuestion,
  predict,
  query,
  questionFields,
  registerAgent,
  setPoints,
  signUp,
  type TestAgent,
  type TestHuman
} from "../people.ts"
import { draftSurvey, surveyIn } from "../surveys/surveying.ts"
import { isDeclared, type OpenApi } from "./operations.ts"

const unknownId = "01900000-0000-7000-8000-000000000000"

onServerDatabase("every code of the core API", (db) => {
  let auspex: RunningAuspex
  let models: FakeModelServer
  let agent: TestAgent & { readonly owner: TestHuman }
  let other: TestAgent & { readonly owner: TestHuman }
  let open: string
  let document: OpenApi
  beforeAll(async () => {
    models = await startModelServer({ protocol: "ollama" })
    auspex = await startAuspex(db.layer, { flags: { ollamaUrl: models.url } })
    agent = await linkedAgent(auspex)
    other = await linkedAgent(auspex)
    open = await openQuestion(auspex)
    document = (await auspex.call("GET", "/openapi.json")).body
  })
  afterAll(async () => {
    await auspex.stop()
    await models.close()
  })

  const calls: Array<readonly [method: string, target: string]> = []
  const call = (method: string, target: string, options?: CallOptions): Promise<Answer> => {
    calls.push([method, target])
    return auspex.call(method, target, options)
  }
  const get = (target: string, as?: string) => call("GET", target, { as })
  const post = (target: string, as?: string, body?: unknown) => call("POST", target, { as, body })
  const dryRun = (extra: object) =>
    post(`/api/questions/${open}/predict?dry_run=true`, agent.key, goodPrediction(extra))
  const rewritten = (change: (reasoning: string) => string) => dryRun({ reasoning: change(goodReasoning()) })
  const objection = {
    reason: "The gauge was read at noon, but the question asks for the highest reading of the whole day.",
    evidence_urls: ["https://gauges.example.org/harbour/2027"]
  }
  const conversation = { messages: [{ role: "user", content: "Why?" }] }
  const asksServer = () =>
    auspex.call("PUT", `/api/me/agents/${agent.id}/runtime/config`, {
      as: agent.key,
      body: { llm_provider: "ollama", llm_model: "llama3:latest" }
    })
  const hook = { url: "https://93.184.215.14/auspex", events: ["question.created"] }
  const fox = { archetype: "superforecaster_fox" }
  const interview = (answer: string) => ({
    name: "Mine",
    answers: Object.fromEntries(personaDimensions.map((dimension) => [dimension, answer]))
  })
  const resolved = async () => {
    const question = await openQuestion(auspex)
    await predict(auspex, agent, question)
    await post(`/api/admin/questions/${question}/resolve`, auspex.adminKey, { outcome: true })
    return question
  }
  const remark = (content: string) => post(`/api/questions/${open}/comments`, agent.key, { content })
  const account = () => ({ name: `Newcomer ${fresh()}`, model: "gpt-5" })

  /** A request that leads to each code, as an external client could send it. */
  const ways: Partial<Record<ErrorCode, () => Promise<Answer>>> = {
    MISSING_AUTH: () => get("/api/me"),
    INVALID_API_KEY: () => get("/api/me", "sk_wrong"),
    INVALID_TOKEN: () => get("/api/me", "ht_wrong"),
    INVALID_CREDENTIALS: async () =>
      post("/api/auth/login", undefined, { email: agent.owner.email, password: "wrong horse" }),
    EMAIL_NOT_VERIFIED: async () =>
      post("/api/me/agents", (await signUp(auspex)).token, { api_key: (await registerAgent(auspex)).key }),
    AGENT_NOT_LINKED: async () =>
      post(`/api/questions/${open}/predict`, (await registerAgent(auspex)).key, goodPrediction()),
    ADMIN_REQUIRED: () => get("/api/admin/questions", agent.key),
    HUMAN_REQUIRED: () => get("/api/me/agents", agent.key),
    ACCOUNT_REQUIRED: () => get("/api/questions?predicted=false", auspex.adminKey),
    AGENT_REQUIRED: () => post("/api/me/rotate-key", agent.owner.token),
    GUARDIAN_REQUIRED: async () =>
      call("PATCH", "/api/me", { as: (await registerAgent(auspex)).key, body: { role: "guardian" } }),
    TIER_TOO_LOW: async () => {
      const poor = await linkedAgent(auspex)
      await setPoints(auspex, poor.id, 999)
      return post("/api/questions/suggest", poor.key, questionFields())
    },
    SAME_OWNER_VOTE: async () => {
      const { prediction } = await predict(auspex, agent, await openQuestion(auspex))
      return post(`/api/predictions/${prediction.id}/upvote`, agent.key)
    },
    SAME_OWNER_VALIDATION: async () => {
      const { prediction } = await predict(auspex, agent, await openQuestion(auspex))
      return post(`/api/predictions/${prediction.id}/flag-hallucination`, agent.key)
    },
    DUPLICATE_QUESTION: async () => {
      const fields = questionFields()
      expect((await post("/api/questions/suggest", agent.key, fields)).status).toBe(201)
      return post("/api/questions/suggest", agent.key, fields)
    },
    ALREADY_VALIDATED: async () => {
      const { prediction } = await predict(auspex, agent, await openQuestion(auspex))
      const guardian = await linkedAgent(auspex)
      await post("/api/guardian/apply", guardian.key)
      const verdict = { validation: "valid", reason: "Read, and the sources say so." }
      expect((await post(`/api/predictions/${prediction.id}/validate`, guardian.key, verdict)).status).toBe(201)
      return post(`/api/predictions/${prediction.id}/validate`, guardian.key, verdict)
    },
    ACCOUNT_SUSPENDED: async () => {
      const bad = await registerAgent(auspex)
      await post(`/api/admin/accounts/${bad.id}/suspend`, auspex.adminKey, { reason: "by a test" })
      return get("/api/me", bad.key)
    },
    PREDICTION_REQUIRED: async () => post(`/api/questions/${await resolved()}/dispute`, other.key, objection),
    QUESTION_NOT_DISPUTABLE: async () => {
      const question = await openQuestion(auspex)
      await predict(auspex, agent, question)
      return post(`/api/questions/${question}/dispute`, agent.key, objection)
    },
    DUPLICATE_DISPUTE: async () => {
      const question = await resolved()
      await post(`/api/questions/${question}/dispute`, agent.key, objection)
      return post(`/api/questions/${question}/dispute`, agent.key, objection)
    },
    COMMENT_NOT_FOUND: () => get(`/api/comments/${unknownId}/replies`),
    COMMENT_TOO_SHORT: () => post(`/api/questions/${open}/comments`, agent.key, { content: "ok" }),
    COMMENT_TOO_LONG: () => remark("And so it went, on and on. ".repeat(40)),
    COMMENT_FEW_UNIQUE_WORDS: () => remark("no no no no no no no no no no"),
    COMMENT_PROFANITY: () => remark("This forecast is utter bullshit from start to end."),
    COMMENT_SPAM: () => remark("BUY NOW BUY NOW BUY NOW before everybody else finds out"),
    COMMENT_LIMIT: async () => {
      const question = await openQuestion(auspex)
      const numbered = () =>
        post(`/api/questions/${question}/comments`, agent.key, {
          content: `Figure ${fresh()} of the latest report contradicts this argument.`
        })
      for (let n = 0; n < 5; n++) await numbered()
      return numbered()
    },
    DISPUTE_NOT_FOUND: () => get(`/api/admin/disputes/${unknownId}`, auspex.adminKey),
    WEBHOOK_NOT_FOUND: () => get(`/api/webhooks/${unknownId}`, agent.key),
    DELIVERY_NOT_FOUND: async () => {
      const { body } = await post("/api/webhooks", agent.key, hook)
      return get(`/api/webhooks/${body.id}/deliveries/${unknownId}`, agent.key)
    },
    EVENT_NOT_FOUND: () => get(`/api/events?after=${unknownId}`, agent.key),
    INVALID_EVENT: () => post("/api/webhooks", agent.key, { ...hook, events: ["question.open"] }),
    WEBHOOK_LIMIT: async () => {
      for (let n = 0; n < 10; n++) await post("/api/webhooks", other.key, hook)
      return post("/api/webhooks", other.key, hook)
    },
    UPGRADE_REQUIRED: () => get("/api/ws/bridge", agent.key),
    ORIGIN_REFUSED: () => call("GET", "/api/ws/bridge", { as: agent.key, headers: { origin: "https://page.example" } }),
    PERSONA_NOT_FOUND: () => get(`/api/me/personas/${unknownId}`, agent.key),
    PERSONA_NOT_ASSIGNED: () => get(`/api/me/agents/${agent.id}/persona`, agent.key),
    ARCHETYPE_NOT_FOUND: () => get("/api/personas/archetypes/superforcaster_fox"),
    PERSONA_IN_USE: async () => {
      const { body } = await post("/api/me/personas/from-archetype", other.key, fox)
      await call("PUT", `/api/me/agents/${other.id}/persona`, { as: other.key, body: { persona_id: body.id } })
      return call("DELETE", `/api/me/personas/${body.id}`, { as: other.key })
    },
    PERSONA_TOO_SHORT: () => post("/api/me/personas/from-interview", agent.key, interview("Facts.")),
    PERSONA_TOO_LONG: () => post("/api/me/personas/from-interview", agent.key, interview("word ".repeat(190))),
    MODEL_NOT_CONFIGURED: () => post(`/api/me/agents/${agent.id}/infer`, agent.key, conversation),
    MODEL_UNAVAILABLE: async () => {
      await call("PUT", `/api/me/agents/${agent.id}/runtime/config`, {
        as: agent.key,
        body: { llm_provider: "bridge" }
      })
      return post(`/api/me/agents/${agent.id}/infer`, agent.key, conversation)
    },
    MODEL_FAILED: async () => {
      await asksServer()
      models.fault = { kind: "cut" }
      const answer = await post(`/api/me/agents/${agent.id}/infer`, agent.key, conversation)
      models.fault = undefined
      return answer
    },
    ANSWER_REFUSED: async () => {
      await asksServer()
      return post(`/api/me/agents/${agent.id}/runtime/run-now`, agent.key, { question_id: await openQuestion(auspex) })
    },
    NOTHING_TO_PREDICT: async () => {
      const newcomer = await linkedAgent(auspex)
      await query(auspex, "update questions set status = 'closed' where status = 'open'")
      const answer = await post(`/api/me/agents/${newcomer.id}/runtime/run-now`, newcomer.key)
      await query(auspex, "update questions set status = 'open' where status = 'closed' and closed_at is null")
      return answer
    },
    WORKSPACE_NOT_FOUND: () => get(`/api/workspaces/${unknownId}`, auspex.adminKey),
    INSUFFICIENT_PERMISSIONS: async () => {
      const { body } = await post("/api/workspaces", auspex.adminKey, { name: "One", owner: agent.owner.id })
      const path = `/api/workspaces/${body.id}`
      await call("PUT", `${path}/members/${other.owner.id}`, { as: auspex.adminKey, body: { role: "viewer" } })
      return call("PATCH", path, { as: other.owner.token, body: { name: "Two" } })
    },
    WORKSPACE_MEMBER_NOT_FOUND: async () => {
      const { body } = await post("/api/workspaces", auspex.adminKey, { name: "One", owner: agent.owner.id })
      return call("DELETE", `/api/workspaces/${body.id}/members/${other.owner.id}`, { as: auspex.adminKey })
    },
    WORKSPACE_KEY_NOT_FOUND: async () => {
      const { body } = await post("/api/workspaces", auspex.adminKey, { name: "One", owner: agent.owner.id })
      return call("DELETE", `/api/workspaces/${body.id}/keys/${unknownId}`, { as: auspex.adminKey })
    },
    WORKSPACE_NEEDS_ADMIN: async () => {
      const { body } = await post("/api/workspaces", auspex.adminKey, { name: "One", owner: agent.owner.id })
      return call("DELETE", `/api/workspaces/${body.id}/members/${agent.owner.id}`, { as: auspex.adminKey })
    },
    WORKSPACE_LIMIT: async () => {
      for (let n = 0; n < 20; n++) {
        await post("/api/workspaces", auspex.adminKey, { name: `W ${n}`, owner: other.owner.id })
      }
      return post("/api/workspaces", auspex.adminKey, { name: "One more", owner: other.owner.id })
    },
    PERSONA_LIMIT: async () => {
      for (let n = 0; n < 20; n++) await post("/api/me/personas/from-archetype", agent.key, fox)
      return post("/api/me/personas/from-archetype", agent.key, fox)
    },
    ISSUE_NOT_FOUND: () => get(`/api/issues/${unknownId}`, agent.key),
    CAMPAIGN_MOVED: () =>
      post("/api/admin/campaign/apply", auspex.adminKey, {
        campaign: { surveys: [{ key: "moved", title: "A survey that has moved" }] },
        expected: []
      }),
    SURVEY_NOT_FOUND: () => get("/api/surveys/nothing-of-the-kind", agent.key),
    SURVEY_NOT_CLOSED: async () => get(`/api/surveys/${await surveyIn(auspex, "open")}/results`, agent.key),
    SURVEY_NEEDS_QUESTION: async () => {
      const { id } = await draftSurvey(auspex, { question_ids: [] })
      return post(`/api/admin/surveys/${id}/open`, auspex.adminKey)
    },
    SURVEY_CLOSED: async () => {
      const question = await openQuestion(auspex)
      await surveyIn(auspex, "closed", { question_ids: [question] })
      return post(`/api/questions/${question}/predict`, agent.key, goodPrediction())
    },
    ARTICLE_NOT_FOUND: () => get("/api/articles/nothing-of-the-kind"),
    ARTICLE_PROFANITY: () =>
      post("/api/articles", agent.key, {
        title: "What the gauges say",
        content: `This forecast is utter bullshit from start to end. ${"It is long enough. ".repeat(6)}`
      }),
    NOT_FOUND: () => get("/api/nothing"),
    QUESTION_NOT_FOUND: () => get(`/api/questions/${unknownId}`),
    PREDICTION_NOT_FOUND: () => post(`/api/predictions/${unknownId}/upvote`, agent.key),
    AGENT_NOT_FOUND: () => get(`/api/agents/${unknownId}`),
    RECEIPT_NOT_FOUND: () => get(`/api/questions/${open}/receipt/${agent.id}`),
    ACCOUNT_NOT_FOUND: () => get("/api/admin/accounts/nobody", auspex.adminKey),
    ADMIN_KEY_NOT_FOUND: () => call("DELETE", "/api/admin/keys/nobody", { as: auspex.adminKey }),
    JOB_NOT_FOUND: () => get(`/api/admin/jobs/${unknownId}`, auspex.adminKey),
    METHOD_NOT_ALLOWED: () => call("DELETE", "/api/taxonomy"),
    DUPLICATE_PREDICTION: async () => {
      const question = await openQuestion(auspex)
      await predict(auspex, agent, question)
      return post(`/api/questions/${question}/predict`, agent.key, goodPrediction())
    },
    ALREADY_LINKED: async () => post("/api/me/agents", agent.owner.token, { api_key: (await linkedAgent(auspex)).key }),
    INVALID_TRANSITION: async () =>
      post(`/api/admin/questions/${await draftQuestion(auspex)}/publish`, auspex.adminKey),
    IDEMPOTENCY_MISMATCH: async () => {
      const create = (body: object) =>
        call("POST", "/api/admin/questions", {
          as: auspex.adminKey,
          body,
          headers: { "idempotency-key": "used-twice" }
        })
      expect((await create(questionFields())).status).toBe(201)
      return create(questionFields())
    },
    IDEMPOTENCY_IN_PROGRESS: async () => {
      const body = questionFields()
      const create = () =>
        call("POST", "/api/admin/questions", {
          as: auspex.adminKey,
          body,
          headers: { "idempotency-key": "unfinished" }
        })
      expect((await create()).status).toBe(201)
      await query(auspex, "update idempotency_keys set status = null, done = false where key = 'unfinished'")
      return create()
    },
    PAYLOAD_TOO_LARGE: () => post("/api/auth/login", undefined, "{}".padEnd(9_000)),
    UNSUPPORTED_MEDIA_TYPE: () =>
      call("POST", "/api/auth/login", { headers: { "content-type": "text/plain" }, body: "hello" }),
    RATE_LIMITED: async () => {
      const ask = () =>
        call("POST", "/api/auth/forgot-password", { from: "203.0.113.77", body: { email: "a@example.org" } })
      for (let taken = 0; taken < 3; taken++) await ask()
      return ask()
    },
    INVALID_REQUEST: () => get("/api/questions?limit=-1"),
    DUPLICATE_NAME: async () =>
      post("/api/register", undefined, { ...account(), name: (await registerAgent(auspex)).name.toUpperCase() }),
    DUPLICATE_EMAIL: async () => {
      const { email } = await signUp(auspex)
      return post("/api/auth/signup", undefined, { ...account(), email, password: "correct horse battery" })
    },
    UNKNOWN_REFERRAL_CODE: () => post("/api/register", undefined, { ...account(), referral_code: "NOPE" }),
    MODEL_REQUIRED: () => post("/api/register", undefined, { name: "Without model" }),
    QUESTION_NOT_OPEN: async () => {
      const question = await openQuestion(auspex)
      await post(`/api/admin/questions/${question}/close`, auspex.adminKey)
      return post(`/api/questions/${question}/predict`, agent.key, goodPrediction())
    },
    INVALID_CONFIDENCE: () => dryRun({ confidence: 49.5 }),
    INVALID_OPTION: () => dryRun({ selected_option: "Maybe" }),
    INSUFFICIENT_POINTS: async () => {
      const poor = await linkedAgent(auspex)
      await setPoints(auspex, poor.id, 60)
      return post(`/api/questions/${open}/predict`, poor.key, goodPrediction({ confidence: 90 }))
    },
    REASONING_TOO_SHORT: () => dryRun({ reasoning: "Because." }),
    REASONING_MISSING_SECTIONS: () => rewritten((text) => text.replace("COUNTER-EVIDENCE:", "However,")),
    REASONING_SECTIONS_OUT_OF_ORDER: () => rewritten((text) => text.split("\n\n").reverse().join("\n\n")),
    REASONING_FEW_UNIQUE_WORDS: () =>
      dryRun({
        reasoning: ["EVIDENCE", "ANALYSIS", "COUNTER-EVIDENCE", "BOTTOM LINE"]
          .map((heading) => `${heading}: ${"word ".repeat(20)}`)
          .join("\n") + "https://example.org/1 https://example.org/2"
      }),
    REASONING_TOO_SIMILAR: async () => {
      const { prediction } = await predict(auspex, other, await openQuestion(auspex))
      return dryRun({ reasoning: prediction.reasoning })
    },
    CITATIONS_REQUIRED: () => rewritten((text) => text.replaceAll(/https:\/\//g, "")),
    CITATIONS_REUSED: async () => {
      const question = await openQuestion(auspex)
      const reasoning = goodReasoning()
      await predict(auspex, other, question, { reasoning })
      const pages = reasoning.match(/https:\/\/\S+?(?=[\s,;)]|\.\s)/g)!
      const own = goodReasoning().replaceAll(/https:\/\/\S+?(?=[\s,;)]|\.\s)/g, () => pages[fresh() % pages.length]!)
      return post(`/api/questions/${question}/predict`, agent.key, goodPrediction({ reasoning: own }))
    },
    HTTPS_REQUIRED: () => post("/api/referral/share", agent.key, { url: "http://blog.example.org/shared" }),
    SSRF_BLOCKED: () => post("/api/referral/share", agent.key, { url: "https://127.0.0.1/" }),
    DAILY_LIMIT: async () => {
      await query(
        auspex,
        `insert into referral_share_days (account_id, day, checks)
          values ($1::uuid, (auspex_now() at time zone 'UTC')::date, 10)`,
        [other.id]
      )
      return post("/api/referral/share", other.key, { url: "https://1.1.1.1/shared" })
    },
    RESOLUTION_PROTOCOL_INCOMPLETE: () => dryRun({ resolution_protocol: { criterion: "at or above 100" } })
  }

  /** Codes that an external client cannot cause; the fault suites cover them. */
  const byFaults: ReadonlyArray<ErrorCode> = ["SERVICE_UNAVAILABLE", "INTERNAL_ERROR"]

  it("has a request that leads to it, or belongs to faults", () => {
    const accounted = [...Object.keys(ways), ...byFaults]
    expect(accounted.sort()).toEqual([...coreCodes].sort())
  })

  it.each(coreCodes.filter((code) => !byFaults.includes(code)))("%s", async (code) => {
    const { body, headers, status } = await ways[code]!()
    const [method, target] = calls.at(-1)!
    expect([method, target, isDeclared(document, method, target, code)]).toEqual([method, target, true])
    expect([status, body.code]).toEqual([errorCatalogue[code].status, code])
    expect(body.error).toMatch(/^\S+ .+[.]$/s)
    expect(Object.keys(body).every((name) => ["error", "code", "failures"].includes(name))).toBe(true)
    if (body.failures !== undefined) {
      expect([body.failures[0].code, body.failures[0].message]).toEqual([body.code, body.error])
    }
    expect(headers.get("x-request-id")).toMatch(/./)
    expect(headers.get("allow") !== null).toBe(status === 405)
    expect(headers.get("retry-after") !== null).toBe(
      status === 429 || status === 503 || code === "IDEMPOTENCY_IN_PROGRESS"
    )
  })
})
