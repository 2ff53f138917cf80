import { bridgeSocketPath, CoreApi, CoreError } from "@auspex/adapters-http/contract"
import { recordedExamples } from "@auspex/adapters-http/documents"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { HttpApi } from "@effect/platform"
import { Option, SchemaAST } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { goodPrediction, linkedAgent, openQuestion, signUp } from "../people.ts"
import { compiledClients } from "./generatedClients.ts"
import { lintReport } from "./lintReport.ts"

// oxlint-disable-next-line no-explicit-any
type Json = Record<string, any>

/** The names of all objects of the contract in requests and answers. */
const contractNames = (): ReadonlySet<string> => {
  const names = new Set<string>()
  const seen = new Set<SchemaAST.AST>()
  const walk = (ast: SchemaAST.AST): void => {
    if (seen.has(ast)) return
    seen.add(ast)
    const name = Option.getOrUndefined(SchemaAST.getIdentifierAnnotation(ast))
    switch (ast._tag) {
      case "TypeLiteral":
        if (name !== undefined) names.add(name)
        ast.propertySignatures.forEach(({ type }) => walk(type))
        return ast.indexSignatures.forEach(({ type }) => walk(type))
      case "Transformation":
        // In a struct with defaults the identifier is on the transformation itself.
        if (name !== undefined && SchemaAST.isTypeLiteral(ast.from)) names.add(name)
        walk(ast.to)
        return walk(ast.from)
      case "Refinement":
        return walk(ast.from)
      case "Suspend":
        return walk(ast.f())
      case "Union":
        return ast.types.forEach(walk)
      case "TupleType":
        return [...ast.elements, ...ast.rest].forEach(({ type }) => walk(type))
    }
  }
  // oxlint-disable-next-line no-explicit-any
  HttpApi.reflect(CoreApi as any, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      walk(endpoint.successSchema.ast)
      if (Option.isSome(endpoint.payloadSchema)) walk(endpoint.payloadSchema.value.ast)
    }
  })
  walk(CoreError.ast)
  return names
}

/** Every field of an object schema and of nested objects. */
const fieldsOf = (schema: Json): ReadonlyArray<readonly [string, Json]> => [
  ...Object.entries<Json>(schema["properties"] ?? {}).flatMap(([name, part]) => [
    [name, part] as const,
    ...fieldsOf(part)
  ]),
  ...[schema["items"], ...(schema["anyOf"] ?? [])].flatMap((part) => (part === undefined ? [] : fieldsOf(part)))
]

const formats: ReadonlyArray<readonly [ending: RegExp, format: RegExp]> = [
  [/(^|_)urls?$/, /"format":"uri(-reference)?"/],
  [/(^|_)at$/, /"format":"date-time"/],
  [/_date$|^day$/, /"format":"date(-time)?"/],
  [/^email$/, /"format":"email"/],
  [/^confidence$/, /"minimum":50,"maximum":99|"maximum":99,"minimum":50|"minimum":0,"maximum":1/],
  [/_percent$|^avg_confidence$/, /"minimum":0,"maximum":100/],
  [/_count$|votes$/, /"minimum":0/]
]
/** What a machine says of itself is passed on within no limits of ours. */
const reported = ["SystemInfo.cpu_percent", "SystemInfo.ollama_loaded_count"]
const hasShapeOf = (field: string, part: Json): boolean =>
  ["object", "boolean"].includes(part["type"]) ||
  formats.every(([ending, format]) => !ending.test(field) || format.test(JSON.stringify(part)))

onEmbeddedDatabase("the served OpenAPI document", (db) => {
  let auspex: RunningAuspex
  let text: string
  let document: Json
  let operations: ReadonlyArray<readonly [string, Json]>
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    const answer = await auspex.call("GET", "/openapi.json")
    text = answer.text
    document = answer.body
    // The handshake of the bridge is described, and no operation of the contract.
    operations = Object.entries<Json>(document["paths"]).filter(([target]) => target !== bridgeSocketPath)
      .flatMap(([target, methods]) =>
        Object.entries<Json>(methods).map(([method, operation]) =>
          [`${method.toUpperCase()} ${target}`, operation] as const
        )
      )
  })
  afterAll(() => auspex.stop())

  it("passes redocly's rules, with examples that match their schemas", async () => {
    const report = await lintReport(text)
    expect(report).toMatch(/Your API description is valid/)
    expect(report).not.toMatch(/failed|\d+ (warning|error)/)
  })

  it("would not pass with an example that does not match", async () => {
    const altered = structuredClone(document)
    altered["paths"]["/api/questions/{id}/predict"].post.requestBody.content["application/json"].example.confidence = 49
    expect(await lintReport(JSON.stringify(altered))).toMatch(/Validation failed with 1 error/)
  })

  it("is OpenAPI 3.1 of version 2.0.0, and has a contact", () => {
    expect([document["openapi"], document["info"].version]).toEqual(["3.1.0", "2.0.0"])
    expect(document["info"].contact.name).toContain("POST /api/issues")
  })

  it("begins with first steps, and lists administration last", () => {
    const { description } = document["info"]
    for (const link of ["/skill.md", "/llms.txt", "/api/errors"]) expect(description).toContain(`(${link})`)
    const steps = ["/api/register", "/api/auth/signup", "/api/auth/verify-email", "/api/me/agents", "predicted=false"]
    expect(steps.filter((step) => !description.includes(step))).toEqual([])
    const tags = document["tags"].map(({ name }: Json) => name)
    expect(tags.slice(0, 6)).toEqual(["auth", "me", "questions", "predictions", "consensus", "comments"])
    expect(tags.slice(-3)).toEqual(["predictionModeration", "questionsAdmin", "accountAdministration"])
  })

  it("describes the fields of placements, rewards and performance", () => {
    const { schemas } = document["components"]
    for (const name of ["PlacementPoints", "EngagementReward", "Performance"]) {
      const silent = Object.entries<Json>(schemas[name].properties)
        .filter(([, part]) => !/[.]$/.test(part["description"] ?? ""))
      expect([name, silent.map(([field]) => field)]).toEqual([name, []])
    }
    expect(schemas.Question.properties.time_remaining.description).toMatch(/^Seconds until/)
    expect(schemas.Question.properties.yes_count.description).toContain("On a multi question")
    expect(schemas.AgentProfile.properties.role.description).toContain("commas")
  })

  it("comes with /llms.txt, which has one sentence per operation and one line per code", async () => {
    const all = (await auspex.call("GET", "/llms.txt")).text.split("\n")
    const lines = all.filter((line) => /^- [A-Z]+ \//.test(line))
    expect(lines.map((line) => line.split(" ", 3).slice(1).join(" ")).sort())
      .toEqual(operations.map(([name]) => name).sort())
    const poor = lines.filter((line) =>
      !/^- \S+ \S+ \((none|optional|key|human|admin|manager)\): [A-Z].{20,}[^.][.]$/.test(line) ||
      /[.] [A-Z]/.test(line)
    )
    expect(poor).toEqual([])
    expect(all.flatMap((line) => /^- `([A-Z_]+)` \(\d{3}\): ./.exec(line)?.[1] ?? []))
      .toEqual(document["x-error-catalogue"].map(({ code }: Json) => code))
  })

  it("comes with /skill.md, which is short and leaves the lists to /llms.txt", async () => {
    const { text: skill } = await auspex.call("GET", "/skill.md")
    expect(Buffer.byteLength(skill)).toBeLessThan(12_000)
    expect(skill).toContain("(/llms.txt)")
    expect(skill.split("\n").filter((line) => /^- (`[A-Z_]+`|[A-Z]+ \/)/.test(line))).toEqual([])
  })

  it("comes with a skill that explains what each type of question needs", async () => {
    const { text: skill } = await auspex.call("GET", "/skill.md")
    expect(skill).toMatch(/\*\*multi\*\* question: `selected_option`, one of the question's `options` to the letter/)
    expect(skill).toMatch(/`prediction` may be left out/)
    const agent = await linkedAgent(auspex)
    const multi = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green"] })
    const { prediction: _, ...rest } = goodPrediction({ selected_option: "Green" }) as Json
    const placed = await auspex.call("POST", `/api/questions/${multi}/predict`, { as: agent.key, body: rest })
    expect([placed.status, placed.body.prediction]).toMatchObject([201, { prediction: true, selected_option: "Green" }])
    const wrong = await auspex.call("POST", `/api/questions/${multi}/predict?dry_run=true`, {
      as: (await linkedAgent(auspex)).key,
      body: goodPrediction({ selected_option: "green" })
    })
    expect(wrong.body.error).toBe(`selected_option must be one of Red, Green, not "green"; the nearest is Green.`)
  })

  it("yields clients of two common generators that programs compile against", async () => {
    expect(await compiledClients(text)).toBe("")
  })

  it("has only named objects of the contract as components, none of a library", () => {
    const components = Object.entries<Json>(document["components"].schemas)
    const known = contractNames()
    expect(components.filter(([name, { type }]) => !known.has(name) || type !== "object").map(([name]) => name))
      .toEqual([])
    expect(text).not.toContain(`"_tag"`)
    expect(text).not.toMatch(/ParseIssue|PropertyKey|HttpApiDecodeError|"(title|description)":"an? (string|integer)/)
    expect(document["components"].schemas.Issue.required).toEqual(expect.arrayContaining(["id", "title", "status"]))
  })

  it("describes every parameter in a sentence, with its default if there is one", () => {
    const parameters = operations.flatMap(([name, operation]) =>
      (operation["parameters"] ?? []).map((parameter: Json) => [name, parameter] as const)
    )
    const poor = parameters.filter(([, { description }]) => !/^[A-Z“].{10,}[.]$/s.test(description ?? ""))
    expect(poor.map(([name, parameter]) => `${name} ${parameter["name"]}`)).toEqual([])
    const limits = parameters.filter(([, { name }]) => name === "limit")
    expect(limits.filter(([, { schema }]) => !(schema.default > 0 && schema.maximum >= schema.default))).toEqual([])
  })

  it("requires no request field that has a default", () => {
    expect(document["components"].schemas.RegisterRequest.required).toEqual(["name", "model"])
    for (const [name, schema] of Object.entries<Json>(document["components"].schemas))
      expect([name, fieldsOf(schema).filter(([, field]) => "default" in field)]).toEqual([name, []])
    expect(JSON.stringify(document["components"].schemas.ProfileUpdate)).not.toContain("moderate when unset")
  })

  it("has the formats, lengths and ranges of the domain", () => {
    const { schemas } = document["components"]
    const uri = { type: "string", format: "uri", maxLength: 2048 }
    expect(schemas.User.properties.avatar_url).toEqual(uri)
    expect(schemas.Question.properties.resolution_url).toEqual(uri)
    expect(schemas.Question.properties.evidence_urls).toMatchObject({ maxItems: 20, items: uri })
    expect(schemas.Question.properties.resolution_date).toMatchObject({ format: "date" })
    expect(schemas.Question.properties.weight).toMatchObject({ minimum: 1, maximum: 5 })
    expect(schemas.Issue.properties.url).toEqual(uri)
    for (
      const confidence of [schemas.Prediction, schemas.PredictRequest].map(({ properties }) => properties.confidence)
    )
      expect(confidence).toMatchObject({ type: "integer", minimum: 50, maximum: 99 })
    for (const { properties } of [schemas.User, schemas.RegisterRequest, schemas.SignupRequest, schemas.AgentProfile])
      expect(properties.name).toMatchObject({ minLength: 2, maxLength: 64 })
    expect(schemas.CommentRequest.properties.content).toMatchObject({ minLength: 20, maxLength: 1000 })
    expect(schemas.SignupRequest.properties).toMatchObject({
      email: { format: "email", maxLength: 254 },
      password: { minLength: 8, maxLength: 256 }
    })
    const shapeless = Object.entries<Json>(schemas).flatMap(([name, schema]) =>
      fieldsOf(schema).filter(([field, part]) => !JSON.stringify(part).includes("#/") && !hasShapeOf(field, part))
        .map(([field]) => `${name}.${field}`)
    )
    expect(shapeless).toEqual(reported)
  })

  it("has a recorded request and answer of one demo world for every operation", () => {
    // After a change of answers, run
    // npx tsx --conditions=auspex-source --tsconfig=packages/adapters-http/tsconfig.json packages/cli/test/contract/recordExamples.ts
    expect(new Set(Object.keys(recordedExamples.core()))).toEqual(
      new Set(operations.map(([, one]) => one["operationId"]))
    )
    const strangers: Array<string> = []
    for (const [name, operation] of operations) {
      const successes = Object.entries<Json>(operation["responses"]).filter(([status]) => status < "300")
      const answers = successes.map(([, { content }]) => JSON.stringify(content?.["application/json"]?.example ?? ""))
      const { path = {} } = recordedExamples.core()[operation["operationId"]]!
      for (const parameter of operation["parameters"] ?? []) {
        if (parameter.in !== "path") continue
        expect([name, parameter.example]).toEqual([name, path[parameter.name]])
        // An id in the path is the subject of the answer; all other ids occur in another example.
        const others = text.split(JSON.stringify(parameter.example)).length - 1
        if (!answers.some((answer) => answer.includes(parameter.example)) && others < 2) strangers.push(name)
      }
    }
    expect(strangers).toEqual([])
  })

  it("has examples whose figures add up", () => {
    const answerOf = (target: string, method = "get") =>
      document["paths"][target][method].responses["200"].content["application/json"].example
    const consensus = answerOf("/api/questions/{id}/consensus")
    const sum = (rows: ReadonlyArray<Json>, field: string) => rows.reduce((total, row) => total + row[field], 0)
    expect(consensus.yes_count + consensus.no_count).toBe(consensus.total_agents)
    expect(consensus.yes_percent + consensus.no_percent).toBeCloseTo(100)
    expect(sum(Object.values(consensus.confidence_distribution), "count") || consensus.total_agents)
      .toBe(consensus.total_agents)
    for (const [name, operation] of operations) {
      for (const [status, { content }] of Object.entries<Json>(operation["responses"])) {
        const example = content?.["application/json"]?.example
        if (status >= "300" || example?.total === undefined) continue
        const lists = Object.values<unknown>(example).filter(Array.isArray)
        expect([name, lists.every((list) => list.length <= example.total || lists.length > 1)]).toEqual([name, true])
      }
    }
    const placed = document["paths"]["/api/questions/{id}/predict"].post.responses["201"].content["application/json"]
    const { total, ...terms } = placed.example.engagement_reward
    expect(Object.values<number>(terms).reduce((all, term) => all + term, 0)).toBe(total)
  })

  it("has a title and a description for every operation", () => {
    const poor = operations.filter(([, { description, operationId, summary, tags }]) =>
      !(operationId?.length > 0 && tags?.length === 1 && summary?.length >= 4 && description?.length >= 10)
    )
    expect(poor.map(([name]) => name)).toEqual([])
    const summaries = operations.map(([, { summary }]) => summary)
    expect(new Set(summaries).size).toBe(summaries.length)
  })

  it("has an example for every successful answer and every request body", () => {
    const lacking = operations.filter(([, operation]) => {
      const successes = Object.entries<Json>(operation["responses"]).filter(([status]) => status < "300")
      const media = [...successes.map(([, response]) => response), operation["requestBody"]]
        .filter((part) => part !== undefined)
        .map((part) => part.content?.["application/json"] ?? part.content?.["application/feed+json"])
      // Answers that are not JSON have only a content type.
      const content = operation["responses"]["200"]?.content
      const isOther = ["application/atom+xml", "application/rss+xml", "application/xml", "text/html"].some((type) =>
        content?.[type]?.schema !== undefined
      )
      return successes.length === 0 ||
        (!isOther && media.some((one) => one?.schema === undefined || one?.example === undefined))
    })
    expect(lacking.map(([name]) => name)).toEqual([])
  })

  it("uses the one error schema for every refusal, with an example of each code", () => {
    for (const [name, operation] of operations) {
      for (const [status, response] of Object.entries<Json>(operation["responses"])) {
        if (status < "400" || response["x-codes"] === undefined) continue
        const { examples, schema } = response["content"]["application/json"]
        expect([name, schema]).toEqual([name, { $ref: "#/components/schemas/Error" }])
        expect([name, Object.keys(examples)]).toEqual([name, response["x-codes"]])
      }
    }
  })

  it("marks optional bodies as optional", async () => {
    const optional = operations.filter(([, { requestBody }]) =>
      requestBody !== undefined && requestBody.required !== true
    )
      .map(([name]) => name)
    expect([...optional].sort()).toEqual([
      "POST /api/admin/articles/{id}/newsletter",
      "POST /api/admin/webhooks/{id}/redeliver",
      "POST /api/auth/resend-verification",
      "POST /api/me/agents/{agent_id}/runtime/run-now",
      "POST /api/me/llm/validate",
      "POST /api/me/notifications/read",
      "POST /api/webhooks/{id}/redeliver",
      "PUT /api/admin/llm-config",
      "PUT /api/me/agents/{agent_id}/runtime/config",
      "PUT /api/me/llm-config"
    ])
    const { token } = await signUp(auspex)
    // The flows of articles, webhooks and models call the others without a body.
    for (const name of optional.filter((operation) => !/\{|llm/.test(operation))) {
      const [method, target] = name.split(" ") as [string, string]
      expect([name, (await auspex.call(method, target, { as: token })).status]).toEqual([name, 200])
    }
  })

  it("has the limit and Retry-After of operations with an exact rate", () => {
    const limits = operations.flatMap(([name, operation]) =>
      operation["x-rate-limit"] === undefined ? [] : [[name, operation["x-rate-limit"].max] as const]
    )
    expect(document["paths"]["/api/questions/{id}/comments"].post["x-rate-limit"])
      .toEqual({ max: 40, window_seconds: 60, by: "account" })
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

  it("has every resource of the specification as a component", () => {
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
