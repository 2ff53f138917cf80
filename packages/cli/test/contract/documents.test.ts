import { CoreApi, ResearchApi } from "@auspex/adapters-http/contract"
import {
  coreDocument,
  fieldShapeOf,
  openApiDocument,
  researchDocument,
  shapedFields
} from "@auspex/adapters-http/documents"
import { Ajv2020 } from "ajv/dist/2020.js"
import { describe, expect, it } from "vitest"
import { lintReport } from "./lintReport.ts"
import { DocumentedAnswers, documentedAnswers, type Json } from "../documentedAnswers.ts"

/** An example of a document: where it stands, its schema and its value. */
interface Example {
  readonly place: string
  readonly of: "answer" | "request"
  readonly schema: object
  readonly value: unknown
}

/** Every example of a document: of parameters, bodies, answers, refusals, events. */
const examplesIn = (document: Json): ReadonlyArray<Example> => {
  const found: Array<Example> = []
  const content = (place: string, of: Example["of"], media: Json | undefined): void => {
    for (const [type, { example, examples = {}, schema }] of Object.entries<Json>(media ?? {})) {
      if (example !== undefined) found.push({ place: `${place} ${type}`, of, schema, value: example })
      for (const [name, { value }] of Object.entries<Json>(examples))
        found.push({ place: `${place} ${type} ${name}`, of, schema, value })
    }
  }
  for (const [path, methods] of Object.entries<Json>({ ...document["paths"], ...document["webhooks"] })) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const place = `${method.toUpperCase()} ${path}`
      for (const { example, name, schema } of operation["parameters"] ?? [])
        if (example !== undefined) found.push({ place: `${place} ${name}`, of: "request", schema, value: example })
      content(`${place} request`, "request", operation["requestBody"]?.content)
      for (const [status, response] of Object.entries<Json>(operation["responses"]))
        content(`${place} ${status}`, "answer", response["content"])
    }
  }
  return found
}

/** All schemas of a document's fields by the path to them, such as `Reasoning.confidence`. */
const fieldsIn = (document: Json): ReadonlyMap<string, Json> => {
  const found = new Map<string, Json>()
  const walk = (schema: Json, path: string): void => {
    for (const member of [...(schema["anyOf"] ?? []), ...(schema["oneOf"] ?? [])]) walk(member, path)
    if (schema["items"] !== undefined) walk(schema["items"], path)
    for (const [field, part] of Object.entries<Json>(schema["properties"] ?? {})) {
      found.set(`${path}.${field}`, part)
      walk(part, `${path}.${field}`)
    }
  }
  for (const [name, schema] of Object.entries<Json>(document["components"].schemas)) walk(schema, name)
  for (const operation of Object.values<Json>(document["paths"]).flatMap((methods) => Object.values<Json>(methods))) {
    const bodies = [operation["requestBody"], ...Object.values<Json>(operation["responses"])]
    for (const media of bodies.flatMap((body) => Object.values<Json>(body?.["content"] ?? {})))
      walk(media["schema"], operation["operationId"])
  }
  return found
}

const documents = { core: documentedAnswers.core(), research: documentedAnswers.research() }
const fields = new Map([...fieldsIn(documents.core.document), ...fieldsIn(documents.research.document)])

describe.each(Object.entries(documents))("the OpenAPI document of the %s API", (_, documented) => {
  const { document } = documented
  const examples = examplesIn(document)
  const operations = Object.values<Json>(document["paths"]).flatMap((methods) => Object.values<Json>(methods))

  it(`has ${examples.length} examples, and each fits its schema`, () => {
    expect(examples.length).toBeGreaterThan(300)
    const wrong = examples.flatMap(({ of, place, schema, value }) => {
      const mismatch = documented.mismatch(schema, value, of)
      return mismatch === undefined ? [] : [`${place}: ${mismatch}`]
    })
    expect(wrong).toEqual([])
  })

  it("loads as a whole in a JSON Schema validator, every component of it", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: "document", ...document })
    for (const name of Object.keys(document["components"].schemas))
      expect([name, typeof ajv.compile({ $ref: `document#/components/schemas/${name}` })]).toEqual([name, "function"])
    expect(JSON.stringify(document)).not.toContain(`"$id"`)
  })

  it("names media types without parameters", () => {
    const bodies = operations.flatMap((one) => [one["requestBody"], ...Object.values<Json>(one["responses"])])
    const types = new Set(bodies.flatMap((one) => Object.keys(one?.["content"] ?? {})))
    expect([...types].filter((type) => !/^[a-z]+\/[a-z0-9.+-]+$/.test(type))).toEqual([])
    expect(types).toContain("application/json")
  })

  it("describes 304 for public reads, and for nothing else", () => {
    for (const [path, methods] of Object.entries<Json>(document["paths"])) {
      for (const [method, { operationId, responses, security }] of Object.entries<Json>(methods)) {
        const isPublic = method === "get" &&
          (security.length === 0 || security.some((one: Json) => Object.keys(one).length === 0))
        expect([path, operationId, 304 in responses])
          .toEqual([path, operationId, isPublic && !path.startsWith("/api/export/")])
      }
    }
  })

  it("describes every parameter, and no body where there is none", () => {
    const named = Object.entries<Json>(document["paths"]).flatMap(([path, methods]) =>
      Object.values<Json>(methods).flatMap(({ parameters = [], responses }) => [
        ...parameters.map(({ description, name }: Json) => [`${path} ${name}`, typeof description]),
        ...(responses[204] === undefined ? [] : [[`${path} 204`, typeof (responses[204].content ?? "")]])
      ])
    )
    expect(named.filter(([, type]) => type !== "string")).toEqual([])
  })

  it("has a schema in place of each body that repeats one", () => {
    const schemas = new Set(Object.values<Json>(document["components"].schemas).map((one) => JSON.stringify(one)))
    const repeated = operations.flatMap(({ operationId, responses }) =>
      Object.values<Json>(responses).flatMap((one) => Object.values<Json>(one["content"] ?? {}))
        .filter(({ schema }) => schemas.has(JSON.stringify(schema))).map(() => operationId)
    )
    expect(repeated).toEqual([])
  })
})

describe("the descriptions of parameters", () => {
  const described = (path: string, name: string, method = "get"): string =>
    [documents.core, documents.research].flatMap(({ document }) => document["paths"][path]?.[method]?.parameters ?? [])
      .find((parameter: Json) => parameter["name"] === name)?.description

  it.each([
    ["/api/events", "after", "get", /^The id of the last event received/],
    ["/api/findings/search", "after", "get", /^Only findings from this time on/],
    ["/api/findings/search", "q", "get", /need not contain/],
    ["/api/admin/accounts", "q", "get", /name or address/],
    ["/api/admin/webhooks", "account", "get", /id or its exact name/],
    ["/api/workspaces/{workspace_id}/members/{account}", "account", "put", /^The account's id, name or e-mail address/],
    ["/api/projects/{id}/archive", "id", "post", /^The project's id/]
  ])(
    "go by the place and the name: %s %s",
    (path, name, method, expected) => expect(described(path, name, method)).toMatch(expected)
  )
})

describe("the research document", () => {
  // The served document of the core API is tried in openapi.test.ts.
  it("passes redocly's rules", async () => {
    const report = await lintReport(JSON.stringify(documents.research.document))
    expect(report).toMatch(/Your API description is valid/)
    expect(report).not.toMatch(/failed|\d+ (warning|error)/)
  })
})

describe("the shapes of fields", () => {
  it.each([
    ["Prediction.confidence", { minimum: 50, maximum: 99 }, "of a prediction is in percent"],
    ["Reasoning.confidence", { minimum: 0, maximum: 1 }, "of a reasoning is a fraction"],
    ["RunReasoning.confidence", { minimum: 0, maximum: 1 }, "of a reasoning of a run is a fraction"],
    ["Question.weight", { minimum: 1, maximum: 5 }, "of a question has five steps"],
    ["PacketContribution.weight", { minimum: 0, maximum: 1 }, "of a specialist is a share"],
    ["PacketSegment.weight", { minimum: 0, maximum: 1 }, "of a segment in a packet is a share"],
    ["PacketMethod.specialists.weight", { minimum: 0, maximum: 1 }, "of a specialist in the method is a share"],
    ["AudienceSegment.weight", { exclusiveMinimum: 0, maximum: 1_000 }, "of an audience's segment is relative"],
    ["User.name", { minLength: 2, maxLength: 64 }, "of an account"],
    ["Workspace.name", { minLength: 1, maxLength: 80 }, "of a workspace"],
    ["WorkspaceKey.name", { minLength: 1, maxLength: 80 }, "of a workspace key"],
    ["SurveyLink.name", { minLength: 1, maxLength: 80 }, "of a link"],
    ["Persona.name", { minLength: 1, maxLength: 80 }, "of a persona"],
    ["LoadedModel.name", {}, "of a model in memory has no limits"],
    ["Reasoning.model", {}, "of a reasoning has no limit"],
    ["User.model", { maxLength: 100 }, "that an agent states"],
    ["AgentRun.model", { maxLength: 200 }, "that a run called"],
    ["KindOptions.options", {}, "of a research question has other limits than that of a forecast"],
    ["SystemInfo.cpu_percent", {}, "that a machine reports has no limits"]
  ])("%s is %j: that %s", (place, keywords, _) => {
    const field = fields.get(place)!
    const { description: __, items: ___, title: ____, type: _____, ...rest } = field["anyOf"]?.[0] ?? field
    expect(rest).toEqual(keywords)
  })

  it("AudienceSegmentRequest.weight takes every weight that is accepted", () => {
    expect(fields.get("AudienceSegmentRequest.weight")).toMatchObject({ exclusiveMinimum: 0, maximum: 1_000 })
    expect(fields.get("AudienceSegmentRequest.weight")).not.toHaveProperty("minimum")
  })

  it("stand at fields that exist, each of which it restricts", () => {
    const places = shapedFields.flatMap(([owner, paths]) => paths.map((path) => [owner, path] as const))
    expect(places.length).toBeGreaterThan(200)
    const lost = places.filter(([owner, path]) => {
      const field = fields.get(`${owner}.${path}`)
      const written = JSON.stringify(field ?? {})
      return !Object.keys(fieldShapeOf(owner, path)!).every((keyword) => written.includes(`"${keyword}"`))
    })
    expect(lost.map(([owner, path]) => `${owner}.${path}`)).toEqual([])
  })

  it("describe the role of an account as such, and no other role", () => {
    const roles = [...fields].filter(([place, { description = "" }]) =>
      /[.]role$/.test(place) && description.includes("predictor,debater")
    ).map(([place]) => place)
    expect(roles.sort()).toEqual([
      "AdminAccount.role",
      "AgentProfile.role",
      "CalibrationEntry.role",
      "GuardianApplication.role",
      "LeaderboardEntry.role",
      "Me.role",
      "OwnedAgent.role",
      "SkillEntry.role",
      "User.role"
    ])
  })
})

describe("a document with a public address", () => {
  it("names it first, without a slash at its end", () => {
    const serversOf = (serverUrl: string | undefined): ReadonlyArray<string> =>
      openApiDocument(CoreApi, { ...coreDocument, serverUrl })["servers"].map(({ url }: Json) => url)
    expect(serversOf("https://auspex.example.org/")).toEqual(["https://auspex.example.org", "/"])
    expect(serversOf("https://example.org/auspex")).toEqual(["https://example.org/auspex", "/"])
    expect(serversOf(undefined)).toEqual(["/"])
  })
})

describe("the check of answers", () => {
  const documented = new DocumentedAnswers(openApiDocument(ResearchApi, researchDocument))
  const answer = {
    method: "GET",
    target: "/health",
    status: 200,
    contentType: "application/json; charset=utf-8",
    body: { status: "ok", db: "ok" } as unknown
  }

  it.each([
    ["a value outside an enumeration", { body: { status: "fine", db: "ok" } }, /\/status must be equal to one of/],
    ["a field that is missing", { body: { status: "ok" } }, /must have required property 'db'/],
    ["a field that is not described", { body: { status: "ok", db: "ok", age: 1 } }, /additional properties: age/],
    ["a wrong type", { body: { status: 1, db: "ok" } }, /\/status must be string.*\(it is 1\)/],
    ["a status that is not listed", { status: 418 }, /answered 418, and the OpenAPI document lists only 200/],
    ["a media type that is not listed", { contentType: "text/html" }, /lists only application\/json, not text\/html/]
  ])("finds %s", (_, wrong, message) => {
    expect(documented.check({ ...answer, ...wrong })).toMatch(message)
  })

  it("finds times without milliseconds, fractions for whole numbers, and codes of other operations", () => {
    const project = {
      id: "p",
      status: "active",
      last_updated_at: "2026-11-26T12:00:00.000Z",
      question_count: 1,
      reasoning_count: 0
    }
    const status = (body: object) =>
      documented.check({ ...answer, target: "/api/projects/p/status", body: { ...project, ...body } })
    expect(status({})).toBeUndefined()
    expect(status({ last_updated_at: "2026-11-26T12:00:00Z" })).toMatch(/must match format "date-time"/)
    expect(status({ question_count: 1.5 })).toMatch(/must be integer/)
    expect(status({ question_count: -1 })).toMatch(/must be >= 0/)
    const refused = { error: { code: "run_not_found", message: "No.", field: null } }
    const target = "/api/projects/p/status"
    expect(documented.check({ ...answer, target, status: 404, body: refused })).toMatch(/does not list run_not_found/)
  })

  it("counts the operations that answered, and leaves alone what is no operation", () => {
    expect(documented.check(answer)).toBeUndefined()
    expect(documented.check({ ...answer, target: "/docs", contentType: "text/html" })).toBeUndefined()
    expect([...documented.seen].sort()).toEqual(["GET /api/projects/{id}/status", "GET /health"])
  })
})
