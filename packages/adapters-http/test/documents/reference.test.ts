import { HttpApi } from "@effect/platform"
import { transform } from "esbuild"
import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { CoreApi, ResearchApi, signatureVector } from "../../src/contract.ts"
import { coreDocument, researchDocument } from "../../src/documents/index.ts"
import { openApiDocument } from "../../src/documents/openApiDocument.ts"
import type { Json } from "../../src/documents/openApiSchemas.ts"
import { literalText, pythonWords } from "../../src/documents/reference/literalText.ts"
import { referencePage } from "../../src/documents/reference/ReferencePage.tsx"
import { type ExampleRequest, requestExamples } from "../../src/documents/reference/requestExamples.ts"
import { signatureExamples } from "../../src/documents/reference/signatureExamples.ts"
import { rangeInWords } from "../../src/documents/reference/SchemaShape.tsx"

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: "\"" }
const textOf = (markup: string): string => markup.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)

const examplesIn = (html: string, language: string): ReadonlyArray<string> =>
  Array.from(
    html.matchAll(new RegExp(`<div class="${language}"><h\\d>[^<]*</h\\d><pre><code>([^<]*)</code>`, "g")),
    ([, code]) => textOf(code as string)
  )

/** The markup of a section, which ends where it does since sections are not nested. */
const sectionsOf = (html: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(html.matchAll(/<section class="[^"]*" id="([^"]*)">(.*?)<\/section>/gs), ([, id, content]) => [
      id as string,
      content as string
    ])
  )

/** The names of the fields of a body, and of the objects within it. */
const fieldsOf = (schema: Json): ReadonlyArray<string> => [
  ...Object.entries<Json>(schema["properties"] ?? {}).flatMap(([name, part]) => [name, ...fieldsOf(part)]),
  ...(schema["items"] === undefined ? [] : fieldsOf(schema["items"])),
  ...(schema["anyOf"] ?? []).flatMap(fieldsOf)
]

describe.each([
  ["core", CoreApi, coreDocument],
  ["research", ResearchApi, researchDocument]
])("the reference of the %s API", (_, api, options) => {
  const document = openApiDocument(api, options)
  const html = referencePage(document, options)
  const sections = sectionsOf(html)
  const operations = Object.entries<Json>(document["paths"]).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ method, path, operation }))
  )
  const sectionOf = ({ operationId }: Json): string => sections.get(operationId) ?? ""

  it("has every operation of the contract with its method and path", () => {
    const missing: Array<string> = []
    HttpApi.reflect(api as unknown as HttpApi.HttpApi.AnyWithProps, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint, group }) => {
        const path = endpoint.path.replace(/:(\w+)/g, "{$1}")
        const shown = sections.get(`${group.identifier}_${endpoint.name}`) ?? ""
        if (!textOf(shown).includes(`<b>${endpoint.method}</b> <code>${path}</code>`)) {
          missing.push(`${endpoint.method} ${path}`)
        }
      }
    })
    expect(missing).toEqual([])
    expect(operations.length).toBeGreaterThan(20)
  })

  it("has every parameter, every field of a body and every error of each operation", () => {
    const missing = operations.flatMap(({ operation }) => {
      const shown = sectionOf(operation)
      const body = operation["requestBody"]?.content["application/json"].schema
      const schema = body?.["$ref"] === undefined
        ? body
        : document["components"].schemas[body["$ref"].split("/").at(-1)]
      return [
        ...(operation["parameters"] ?? []).map(({ name }: Json) => `<code>${name}</code>`),
        ...fieldsOf(schema ?? {}).map((name) => `${name}</code>`),
        ...Object.values<Json>(operation["responses"]).flatMap((one) => one["x-codes"] ?? [])
          .map((code: string) => `<code>${code}</code>`)
      ].filter((markup) => !shown.includes(markup)).map((markup) => `${operation["operationId"]}: ${markup}`)
    })
    expect(missing).toEqual([])
  })

  it("explains every code and every event", () => {
    const catalogue: ReadonlyArray<Json> = document["x-error-catalogue"]
    expect(catalogue.filter(({ code }) => !html.includes(`<div id="error-${code}">`))).toEqual([])
    const events = Object.entries<Json>(document["webhooks"])
    expect(events.filter(([name, { post }]) => !sectionOf(post).includes(`<code>${name}</code>`))).toEqual([])
  })

  it("has links that lead to a place of the page, each of which there is once", () => {
    const ids = Array.from(html.matchAll(/\sid="([^"]*)"/g), ([, id]) => id as string)
    expect(ids.length - new Set(ids).size).toBe(0)
    const links = Array.from(html.matchAll(/\shref="#([^"]*)"/g), ([, id]) => id as string)
    expect([...new Set(links)].filter((id) => !ids.includes(id))).toEqual([])
  })

  it("has an example in three languages for each operation that answers, which shells and TypeScript can read", async () => {
    const answering = operations.filter(({ operation }) =>
      Object.keys(operation["responses"]).some((one) => /^2/.test(one))
    )
    for (const language of ["curl", "typescript", "python"]) {
      const silent = answering.filter(({ operation }) => examplesIn(sectionOf(operation), language).length !== 1)
      expect([language, silent.map(({ operation }) => operation["operationId"])]).toEqual([language, []])
    }
    const calls = answering.flatMap(({ operation }) => examplesIn(sectionOf(operation), "typescript"))
    const program = calls.map((call) => `async () => {\n${call}\n}`).join("\n;")
    expect((await transform(program, { loader: "ts" })).warnings).toEqual([])
    execFileSync("sh", ["-n"], { input: examplesIn(html, "curl").join("\n") })
  })

  it("loads nothing but the style sheet and the icon, and needs no script", () => {
    expect(html).not.toMatch(/<(script|iframe|object|style)|\ssrc=|\sstyle=|\son\w+=/)
    expect(Array.from(html.matchAll(/<link [^>]*href="([^"]*)"/g), ([, href]) => href)).toEqual([
      "/favicon.svg",
      "/pages.css"
    ])
  })
})

const request: ExampleRequest = {
  method: "POST",
  path: "/api/things/{id}",
  query: [["q", "a b&c"]],
  credential: { header: "X-API-Key", prefix: "", name: "key" },
  body: { text: `It's "$HOME" \`id\` $(id) \\ </pre><script>\n{id}`, yes: true, none: null },
  answer: "json"
}

describe("an example", () => {
  it("of curl sends what it shows, whatever the texts contain", () => {
    const script = `curl() { printf '%s\\0' "$@"; }\nBASE=http://auspex.test ID=1 KEY=sk_1\n${
      requestExamples(request).curl
    }`
    const sent = execFileSync("sh", { input: script, encoding: "utf8" }).split("\0")
    expect(sent.slice(0, -2)).toEqual([
      "-X",
      "POST",
      "http://auspex.test/api/things/1?q=a+b%26c",
      "-H",
      "X-API-Key: sk_1",
      "-H",
      "Content-Type: application/json",
      "-d"
    ])
    expect(JSON.parse(sent.at(-2) as string)).toEqual(request.body)
  })

  it("of TypeScript sends what it shows", async () => {
    const { code } = await transform(requestExamples(request).typescript, { loader: "ts" })
    const program = `const [base, id, key] = ["http://auspex.test", "1", "sk_1"]
const fetch = async (url, options) => ({ json: async () => ({ url, ...options }) })
${code}
console.log(JSON.stringify(answer))`
    const sent = JSON.parse(
      execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" })
    )
    expect([sent.url, sent.method, sent.headers["X-API-Key"]]).toEqual([
      "http://auspex.test/api/things/1?q=a+b%26c",
      "POST",
      "sk_1"
    ])
    expect(JSON.parse(sent.body)).toEqual(request.body)
  })

  it("of Python has its words for true, false and null", () => {
    const { python } = requestExamples(request)
    expect(python).toContain(`url = f"{base}/api/things/{id}?q=a+b%26c"`)
    expect(python).toContain(`"yes": True,\n      "none": None\n    }).encode(),`)
  })

  it("is escaped in the page", () => {
    const document = openApiDocument(ResearchApi, researchDocument)
    document["paths"]["/api/projects"].get.responses["200"].content["application/json"].example = request.body
    document["paths"]["/api/projects"].get.description = "Projects <img src=x> & `<b>`."
    const page = referencePage(document, {})
    expect(page).not.toMatch(/<script|<img/)
    expect(page).toContain("&lt;/pre>&lt;script>")
    expect(page).toContain("Projects &lt;img src=x> &amp; <code>&lt;b></code>.")
  })
})

it("the check of a signature accepts the signature of the vector, and no other", () => {
  const { "X-WS-Signature": right, body, secret } = signatureVector
  const verdicts = [right, right.replace("851f", "851e"), "sha256=", ""].map((signature) => {
    const given = Object.entries({ body, secret, signature }).map(([name, value]) =>
      `const ${name} = ${JSON.stringify(value)}`
    )
    const program = `${signatureExamples.typescript}\nconsole.log(isGenuine)`
    return execFileSync(process.execPath, ["--input-type=module", "-e", [...given, program].join("\n")], {
      encoding: "utf8"
    }).trim()
  })
  expect(verdicts).toEqual(["true", "false", "false", "false"])
})

it.each([
  [[1, 2, 3], {}, "[1, 2, 3]"],
  [[1, 2, 3], { itemsMax: 1 }, "[1, … 2 more]"],
  [{}, {}, "{}"],
  [{ a: [true, null] }, { words: pythonWords }, `{"a": [True, None]}`],
  ["👍👍👍", { charactersMax: 2 }, `"👍👍…"`],
  [{ a: "x".repeat(60) }, {}, `{\n  "a": "${"x".repeat(60)}"\n}`]
])("%j with %j is the literal %s", (value, options, text) => {
  expect(literalText(value, options)).toBe(text)
})

it.each([
  [1, 80, "1 to 80"],
  [undefined, 10_000, "up to 10,000"],
  [5, 5, "5"],
  [2, undefined, "2 or more"],
  [0, undefined, undefined]
])("from %s to %s is %s in words", (least, most, words) => expect(rangeInWords(least, most)).toBe(words))
