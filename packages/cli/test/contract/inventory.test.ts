import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { bridgeSocketPath, coreCodes, errorCatalogue, errorCodes } from "@auspex/adapters-http/contract"
import type { ErrorCode } from "@auspex/domain/kernel"
import type { PlatformEventName } from "@auspex/domain/events"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { draftQuestion, linkedAgent, openQuestion, predict, query, tick } from "../people.ts"
import { operations } from "./operations.ts"
import { pathsOf } from "./specifiedPaths.ts"

/** Codes of paths and methods, which no operation declares. */
const pathCodes: ReadonlyArray<ErrorCode> = ["NOT_FOUND", "METHOD_NOT_ALLOWED"]

describe("what is served", () => {
  const served = operations.map(({ method, path }) => `${method} ${path}`)

  it("equals the list of the specification, the decisions and the command line's needs", () => {
    const expected = [...pathsOf("core"), ...pathsOf("decisions"), ...pathsOf("own")]
    expect(new Set(expected).size).toBe(expected.length)
    expect([...served].sort()).toEqual([...expected].sort())
  })
})

describe("the catalogue of errors", () => {
  it("has a cause, a fix and an example for every code", () => {
    for (const code of errorCodes) {
      const { cause, example, fix, status } = errorCatalogue[code]
      expect([code, cause.trim() !== "", fix.trim() !== "", example.trim() !== ""]).toEqual([code, true, true, true])
      expect([400, 401, 403, 404, 405, 409, 410, 413, 415, 426, 429, 500, 502, 503]).toContain(status)
    }
  })
})

onEmbeddedDatabase("the outbox", (db) => {
  let auspex: RunningAuspex
  // oxlint-disable-next-line no-explicit-any
  let document: any
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    document = (await auspex.call("GET", "/openapi.json")).body
  })
  afterAll(() => auspex.stop())

  it("is in the OpenAPI document, operation by operation", () => {
    const documented = Object.entries<object>(document.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    const served = [...operations.map(({ method, path }) => `${method} ${path}`), `GET ${bridgeSocketPath}`]
    expect(documented.sort()).toEqual(served.sort())
  })

  it("is served at GET /api/errors", async () => {
    const { body } = await auspex.call("GET", "/api/errors")
    expect(body.errors).toEqual(coreCodes.map((code) => ({ code, ...errorCatalogue[code] })))
    expect(document["x-error-catalogue"]).toEqual(body.errors)
  })

  it("has only codes that some operation declares", () => {
    const declared = new Set<string>(pathCodes)
    // oxlint-disable-next-line no-explicit-any
    for (const operation of Object.values<any>(document.paths).flatMap((methods) => Object.values<any>(methods))) {
      // oxlint-disable-next-line no-explicit-any
      for (const response of Object.values<any>(operation.responses)) {
        for (const code of response["x-codes"] ?? []) declared.add(code)
      }
    }
    expect(coreCodes.filter((code) => !declared.has(code))).toEqual([])
  })

  it("has each event once, with exactly the fields of the specification", async () => {
    const admin = { as: auspex.adminKey }
    const agent = await linkedAgent(auspex)
    const soon = new Date(Date.now() + 20 * 3_600_000).toISOString()
    const binary = await openQuestion(auspex, { closes_at: soon })
    const { prediction } = await predict(auspex, agent, binary, { confidence: 71 })
    const critic = await linkedAgent(auspex)
    const content = "The base rate of such questions is far below one half."
    const commented = await auspex.call("POST", `/api/questions/${binary}/comments`, {
      as: critic.key,
      body: { content, prediction_id: prediction.id }
    })
    const comment_id = commented.body.comment.id
    await tick(auspex)
    await tick(auspex)
    await auspex.call("POST", `/api/admin/questions/${binary}/close`, admin)
    await auspex.call("POST", `/api/admin/questions/${binary}/resolve`, { ...admin, body: { outcome: false } })
    const multi = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green"] })
    await auspex.call("POST", `/api/admin/questions/${multi}/resolve`, {
      ...admin,
      body: { correct_options: ["Green"] }
    })
    const undecided = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green"] })
    await auspex.call("POST", `/api/admin/questions/${undecided}/resolve`, { ...admin, body: { correct_options: [] } })
    const clocked = await draftQuestion(auspex, {
      opens_at: new Date(Date.now() - 1_000).toISOString(),
      closes_at: soon
    })
    await auspex.call("POST", `/api/admin/questions/${clocked}/approve`, admin)
    await tick(auspex)
    await query(auspex, "update questions set closes_at = auspex_now() where id = $1::uuid", [clocked])
    await tick(auspex)
    await tick(auspex)
    await auspex.call("POST", `/api/admin/questions/${clocked}/resolve`, { ...admin, body: { outcome: null } })

    const textOf = async (id: string): Promise<string> =>
      (await auspex.call("GET", `/api/questions/${id}`)).body.question.question
    const about = async (id: string) => ({ question_id: id, question: await textOf(id) })
    const events = await query<{ event: PlatformEventName; data: object }>(
      auspex,
      "select event, data from outbox_events order by seq"
    )
    expect(events).toEqual([
      { event: "question.created", data: { ...(await about(binary)), category: "technology" } },
      {
        event: "prediction.placed",
        data: { question_id: binary, prediction_id: prediction.id, user_name: agent.name, confidence: 71 }
      },
      { event: "comment.created", data: { question_id: binary, comment_id, content } },
      { event: "comment.reply", data: { question_id: binary, comment_id, replier_name: critic.name } },
      { event: "question.closing_soon", data: { question_id: binary, closes_at: soon } },
      { event: "question.closed", data: await about(binary) },
      { event: "question.resolved", data: { ...(await about(binary)), outcome: false } },
      { event: "question.created", data: { ...(await about(multi)), category: "technology" } },
      { event: "question.resolved", data: { ...(await about(multi)), correct_options: ["Green"] } },
      { event: "question.created", data: { ...(await about(undecided)), category: "technology" } },
      { event: "question.resolved", data: { ...(await about(undecided)), correct_options: [] } },
      { event: "question.created", data: { ...(await about(clocked)), category: "technology" } },
      { event: "question.closing_soon", data: { question_id: clocked, closes_at: soon } },
      { event: "question.closed", data: await about(clocked) },
      { event: "question.resolved", data: { ...(await about(clocked)), outcome: null } }
    ])
  })
})
