import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { signUp } from "../people.ts"

// oxlint-disable-next-line no-explicit-any
type Json = Record<string, any>

// Examples that do not fit their schemas are errors here; the recommended rules only warn of them.
const redoclyRules = `extends: [recommended]
telemetry: off
rules:
  no-invalid-media-type-examples: { severity: error, allowAdditionalProperties: true }
  no-invalid-parameter-examples: error
  no-unused-components: error
  operation-operationId: error
  operation-operationId-unique: error
  operation-operationId-url-safe: error
  operation-description: error
  operation-4xx-response: error
  tag-description: error
`

const lint = async (document: string): Promise<string> => {
  const folder = mkdtempSync(path.join(tmpdir(), "auspex-openapi-"))
  try {
    writeFileSync(path.join(folder, "openapi.json"), document)
    writeFileSync(path.join(folder, "redocly.yaml"), redoclyRules)
    const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json")
    const bin = path.join(path.dirname(manifest), "bin", "cli.js")
    const { stderr, stdout } = await promisify(execFile)(process.execPath, [bin, "lint", "openapi.json"], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
    }).catch((error: { readonly stdout: string; readonly stderr: string }) => error)
    return `${stdout}${stderr}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

onEmbeddedDatabase("the OpenAPI document that is served", (db) => {
  let auspex: RunningAuspex
  let text: string
  let document: Json
  let operations: ReadonlyArray<readonly [string, Json]>
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    const answer = await auspex.call("GET", "/openapi.json")
    text = answer.text
    document = answer.body
    operations = Object.entries<Json>(document["paths"]).flatMap(([target, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) =>
        [`${method.toUpperCase()} ${target}`, operation] as const
      )
    )
  })
  afterAll(() => auspex.stop())

  it("passes redocly's rules, with examples that fit their schemas", async () => {
    const report = await lint(text)
    expect(report).toMatch(/Your API description is valid/)
    expect(report).not.toMatch(/failed|\d+ (warning|error)/)
  })

  it("would not pass with an example that does not fit", async () => {
    const altered = structuredClone(document)
    altered["paths"]["/api/questions/{id}/predict"].post.requestBody.content["application/json"].example.confidence = 49
    expect(await lint(JSON.stringify(altered))).toMatch(/Validation failed with 1 error/)
  })

  it("is OpenAPI 3.1 of version 2.0.0", () => {
    expect([document["openapi"], document["info"].version]).toEqual(["3.1.0", "2.0.0"])
  })

  it("names and describes every operation for people", () => {
    const poor = operations.filter(([, { description, operationId, summary, tags }]) =>
      !(operationId?.length > 0 && tags?.length === 1 && summary?.length >= 4 && description?.length >= 10)
    )
    expect(poor.map(([name]) => name)).toEqual([])
    const summaries = operations.map(([, { summary }]) => summary)
    expect(new Set(summaries).size).toBe(summaries.length)
  })

  it("shows for every operation a success with an example, and for every body that is sent one", () => {
    const lacking = operations.filter(([, operation]) => {
      const successes = Object.entries<Json>(operation["responses"]).filter(([status]) => status < "300")
      const media = [...successes.map(([, response]) => response), operation["requestBody"]]
        .filter((part) => part !== undefined)
        .map((part) => part.content?.["application/json"])
      // What is no JSON at all is what its content type says.
      const content = operation["responses"]["200"]?.content
      const isOther = ["application/atom+xml", "application/xml", "text/html"].some((type) =>
        content?.[type]?.schema !== undefined
      )
      return successes.length === 0 ||
        (!isOther && media.some((one) => one?.schema === undefined || one?.example === undefined))
    })
    expect(lacking.map(([name]) => name)).toEqual([])
  })

  it("refers to the one error schema in every refusal, with an example of each code", () => {
    for (const [name, operation] of operations) {
      for (const [status, response] of Object.entries<Json>(operation["responses"])) {
        if (status < "400" || response["x-codes"] === undefined) continue
        const { examples, schema } = response["content"]["application/json"]
        expect([name, schema]).toEqual([name, { $ref: "#/components/schemas/Error" }])
        expect([name, Object.keys(examples)]).toEqual([name, response["x-codes"]])
      }
    }
  })

  it("says of bodies that may be left out that they may", async () => {
    const optional = operations.filter(([, { requestBody }]) =>
      requestBody !== undefined && requestBody.required !== true
    )
      .map(([name]) => name)
    expect(optional).toEqual(["POST /api/auth/resend-verification", "POST /api/me/notifications/read"])
    const { token } = await signUp(auspex)
    for (const name of optional) {
      const [method, target] = name.split(" ") as [string, string]
      expect([name, (await auspex.call(method, target, { as: token })).status]).toEqual([name, 200])
    }
  })

  it("says the limit and Retry-After of the operations whose rate is exact", () => {
    const limits = operations.flatMap(([name, operation]) =>
      operation["x-rate-limit"] === undefined ? [] : [[name, operation["x-rate-limit"].max] as const]
    )
    expect(Object.fromEntries(limits)).toMatchObject({
      "POST /api/register": 5,
      "POST /api/auth/signup": 5,
      "POST /api/auth/login": 10,
      "POST /api/auth/forgot-password": 3
    })
    for (const [, operation] of operations) {
      expect(operation["responses"]["429"].headers["Retry-After"].schema.type).toBe("integer")
    }
  })

  it("names every resource of the specification as a component", () => {
    const components = Object.keys(document["components"].schemas)
    const resources = [
      "User",
      "Question",
      "Prediction",
      "ResolutionProtocol",
      "AgentProfile",
      "LeaderboardEntry",
      "ConsensusSummary",
      "ConsensusData",
      "PointTransaction"
    ]
    expect(resources.filter((name) => !components.includes(name))).toEqual([])
  })
})
