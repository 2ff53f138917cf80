import { onServerDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Answer, type RunningAuspex, startAuspex } from "../harness.ts"
import { verifiedHuman } from "../people.ts"
import { brief, rateQuestion, researchMember } from "../projects/researchMember.ts"
import { operations } from "./operations.ts"
import { principals } from "./principals.ts"
import { validRequests } from "./validRequests.ts"

/** The texts of requests that people read as one line, by their place in a body. */
const lines: ReadonlySet<string> = new Set([
  "catchphrase",
  "domain_focus",
  "kind_options.columns[]",
  "kind_options.options[]",
  "kind_options.rows[]",
  "kind_options.statement",
  "meta_description",
  "model",
  "name",
  "options[]",
  "persona_archetype",
  "question",
  "questions[]",
  "questions[].kind_options.columns[]",
  "questions[].kind_options.options[]",
  "questions[].kind_options.rows[]",
  "questions[].kind_options.statement",
  "questions[].resolution_threshold",
  "questions[].text",
  "resolution_source",
  "resolution_threshold",
  "segments[].name",
  "subtitle",
  "tag",
  "tags",
  "text",
  "title"
])

/** Texts of several lines, what the service compares with its own words and ids, and secrets. */
const others: ReadonlySet<string> = new Set(
  `account admin_note agent_api_key api_key bio brief content context correct_options[] description ids[] llm_api_key
  llm_base_url llm_model llm_provider messages[].content owner parent_question_id password persona_id philosophy
  prediction_id question_id reason reasoning referral_code resolution_note role segments[].archetype segments[].persona
  selected_option subcategory system_prompt target_prediction_id token provider base_url`.split(/\s+/)
)
/** A campaign is judged by the rules of its questions and surveys; an interview brings its answers onto one line. */
const nested = /^(?:campaign\.|expected\[\]|answers(?:\.|\[)|resolution_protocol\.)/

// oxlint-disable-next-line no-explicit-any
type Json = any

/** The places of free texts in the body of each request that a document describes. */
const textsOf = (document: Json): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  const walk = (given: Json, place: string, into: Array<string>): void => {
    let schema = given
    while (schema?.$ref !== undefined) {
      schema = schema.$ref.split("/").slice(1).reduce((part: Json, key: string) => part[key], document)
    }
    for (const one of [...schema.anyOf ?? [], ...schema.oneOf ?? [], ...schema.allOf ?? []]) walk(one, place, into)
    const isText = [schema.type].flat().includes("string")
    if (isText && schema.enum === undefined && schema.format === undefined) into.push(place)
    if (schema.items !== undefined) walk(schema.items, `${place}[]`, into)
    for (const [key, value] of Object.entries(schema.properties ?? {})) {
      walk(value, place === "" ? key : `${place}.${key}`, into)
    }
  }
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const [content] = Object.values<Json>(operation.requestBody?.content ?? {})
      const texts: Array<string> = []
      if (content !== undefined) walk(content.schema, "", texts)
      if (texts.length > 0) found.set(`${method.toUpperCase()} ${path}`, [...new Set(texts)])
    }
  }
  return found
}

const hidden = "Gauges\u202E of the harbour in 2027"

const expectRefused = (answer: Answer, place: string, of: string): void => {
  const failures: ReadonlyArray<Json> = answer.body.failures ??
    [typeof answer.body.error === "object" ? answer.body.error : { ...answer.body, message: answer.body.error }]
  expect([of, place, answer.status, answer.text.slice(0, 300)]).toEqual([of, place, 400, expect.anything()])
  expect(failures.map(({ message }) => message).join(" "), `${of} ${place}`).toContain("U+202E")
}

onServerDatabase("texts of one line", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
  })
  afterAll(() => auspex.stop())

  it("are told apart from all other texts of requests", async () => {
    for (const call of [auspex.call, auspex.research]) {
      const places = [...textsOf((await call("GET", "/openapi.json")).body).values()].flat()
      expect(places.filter((place) => !lines.has(place) && !others.has(place) && !nested.test(place))).toEqual([])
    }
  })

  it("hold no invisible character in any request of the core API", async () => {
    const texts = textsOf((await auspex.call("GET", "/openapi.json")).body)
    const author = await verifiedHuman(auspex)
    const callers = [
      { headers: { "x-admin-key": auspex.adminKey } },
      await principals["verified human"]!(auspex),
      await principals["linked agent"]!(auspex)
    ]
    let tried = 0
    for (const { id, method, path: template } of operations) {
      for (const place of texts.get(`${method} ${template}`) ?? []) {
        // The `model` of model settings is an id, and has its own rule.
        if (!lines.has(place) || id.startsWith("inference.")) continue
        const field = place.replace("[]", "")
        const given = field === "tag" ? "#gauges\u202E" : hidden
        const answers: Array<Answer> = []
        for (const { headers } of callers) {
          const scene = { auspex, author: async () => author, asCaller: { headers } }
          const { body = {}, path = {} } = await validRequests[id]!.request(scene)
          const target = template.replace(/\{(\w+)\}/g, (_, parameter: string) => path[parameter]!)
          const value = place === field
            ? { [field]: given }
            : { [field]: [given, "None of them"], question_type: "multi" }
          const changed = { ...body as object, ...value }
          answers.push(await auspex.call(method, target, { headers, body: changed }))
          if (![401, 403, 404].includes(answers.at(-1)!.status)) break
        }
        expectRefused(answers.at(-1)!, place, id)
        tried++
      }
    }
    expect(tried).toBeGreaterThan(25)
  })

  it("hold none in any request of the research API", async () => {
    const { call } = await researchMember(auspex)
    const project = (await call("POST", "/api/projects/research", { brief })).body.id
    const survey = (await call("POST", "/api/projects/survey", { title: "Banks", questions: ["Which bank?"] })).body.id
    const segment = { name: "Savers", persona: "Retired, saves for the grandchildren.", weight: 1, size: 2 }
    const panel = { title: "Banks", questions: [{ text: "Which bank do you use most often?" }], segments: [segment] }
    const multi = { ...rateQuestion, kind: "multi", kind_options: { options: ["Lower", hidden] } }
    const likert = { ...rateQuestion, kind: "likert", kind_options: { scale: 5, statement: hidden } }
    const matrix = { rows: ["One", hidden], columns: ["Never", "Often"] }
    const requests: ReadonlyArray<readonly [string, object, string]> = [
      ["/api/projects/survey", { title: hidden, questions: ["Which bank?"] }, "title"],
      ["/api/projects/survey", { title: "Banks", questions: [hidden] }, "questions"],
      ["/api/projects/audience", { ...panel, title: hidden }, "title"],
      ["/api/projects/audience", { ...panel, questions: [{ text: hidden }] }, "questions"],
      ["/api/projects/audience", { ...panel, segments: [{ ...segment, name: hidden }] }, "segments"],
      ["/api/projects/simulation", { title: hidden, questions: [rateQuestion], experts: 3, rounds_max: 2 }, "title"],
      [`/api/projects/${project}/questions`, { ...rateQuestion, text: hidden }, "text"],
      [`/api/projects/${project}/questions`, { ...rateQuestion, resolution_threshold: hidden }, "threshold"],
      [`/api/projects/${project}/questions`, multi, "options"],
      [`/api/projects/${project}/questions`, likert, "statement"],
      [`/api/projects/${project}/questions`, { ...rateQuestion, kind: "matrix", kind_options: matrix }, "rows"],
      [`/api/projects/${project}/sources`, { uri: "https://93.184.215.14/rates", title: hidden }, "title"],
      [`/api/projects/${survey}/links`, { name: hidden }, "name"],
      [`/api/projects/${survey}/panel`, { segments: [{ ...segment, name: hidden }] }, "segments"]
    ]
    for (const [path, body, place] of requests) expectRefused(await call("POST", path, body), place, path)
  })
})
