import { onEmbeddedDatabase, onServerDatabase, type TestDatabase } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { afterAll, beforeAll, expect, it } from "vitest"
import { operations } from "../contract/operations.ts"
import { validRequests } from "../contract/validRequests.ts"
import { type Answer, type RunningAuspex, startAuspex } from "../harness.ts"
import { query, verifiedHuman } from "../people.ts"
import { type Callers, callersOf } from "./callers.ts"
import { bodyFields, type JsonSchema, type OpenApiDocument, sampleOf, withField } from "./hostileValues.ts"

/** The row counts of all tables except rate limits and idempotency keys, which refused requests write, too. */
const countRows = async (auspex: RunningAuspex): Promise<Readonly<Record<string, number>>> => {
  const tables = await query<{ name: string }>(
    auspex,
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'
      and tablename not in ('rate_windows', 'login_failures', 'leases') order by 1`
  )
  const [row] = await query<Record<string, number>>(
    auspex,
    `select ${tables.map(({ name }) => `(select count(*)::integer from ${name}) as ${name}`).join(", ")}`
  )
  return row!
}

/** Alias fields, which count only if the other field is absent. */
const llmConfigNames = {
  provider: "llm_provider",
  model: "llm_model",
  api_key: "llm_api_key",
  base_url: "llm_base_url"
}
const standIns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "me.link": { agent_api_key: "api_key" },
  "inference.putConfig": llmConfigNames,
  "inference.validate": llmConfigNames,
  "inference.putAgentConfig": llmConfigNames,
  "inference.putOrganisationConfig": llmConfigNames
}

const problemWith = (answer: Answer, field: string, mustName: boolean): string | undefined => {
  if (answer.status < 400 || answer.status >= 500) return `answered ${answer.status} ${answer.text.slice(0, 200)}`
  if (typeof answer.body?.error !== "string" || !/^[A-Z_]+$/.test(answer.body.code))
    return `is not in the envelope: ${answer.text.slice(0, 200)}`
  if (!mustName || answer.status === 413) return undefined
  if (answer.status !== 400) return `answered ${answer.status} ${answer.body.code}`
  const fields: ReadonlyArray<string> = (answer.body.failures ?? []).map((failure: { field?: string }) => failure.field)
  const names = fields.some((name) =>
    name === field || [".", "["].some((step) => name?.startsWith(field + step)) || field.startsWith(`${name}.`)
  )
  return names ? undefined : `does not name the field: ${answer.text.slice(0, 300)}`
}

const writes = operations.filter(({ method }) => method !== "GET").map(({ id }) => id)

/** A server, a caller for each kind of access, and functions that create and send valid requests. */
const writersOn = (db: TestDatabase) => {
  let auspex: RunningAuspex
  let callers: Callers
  let document: OpenApiDocument
  beforeAll(async () => {
    // Shared pages are served from loopback addresses.
    auspex = await startAuspex(db.layer, { flags: { allowPrivateEgress: "true" } })
    callers = await callersOf(auspex)
    document = (await auspex.call("GET", "/openapi.json")).body
  })
  afterAll(() => auspex.stop())

  return {
    auspex: () => auspex,
    document: () => document,
    good: async (id: string) => {
      const operation = operations.find((candidate) => candidate.id === id)!
      const schema: JsonSchema | undefined = document.paths[operation.path]?.[operation.method.toLowerCase()]
        ?.requestBody?.content["application/json"]?.schema
      const { body = {}, path = {}, query: queryText = "" } = await validRequests[id]!.request({
        auspex,
        author: () => verifiedHuman(auspex),
        asCaller: { as: callers[operation.policy.access] }
      })
      const target = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name]!) + queryText
      const as = (validRequests[id]!.spendsCaller === true ? await callersOf(auspex) : callers)[operation.policy.access]
      const send = (text: string) => auspex.call(operation.method, target, { as, body: text })
      const sendGood = async () => {
        // Refused requests count towards the limits per minute, which other suites test.
        await query(auspex, "delete from rate_windows")
        return send(schema === undefined ? "" : JSON.stringify(body))
      }
      return { operation, schema, body, send, sendGood }
    }
  }
}

// Invalid input is refused before any query, so one database is enough.
onServerDatabase("invalid fields of writes", (db) => {
  const writers = writersOn(db)

  it("are tested for every writing operation", () => {
    const missing = operations.filter(({ id, method }) => method !== "GET" && validRequests[id] === undefined)
    expect(missing.map(({ id }) => id)).toEqual([])
  })

  it.each(writes)(
    "%s",
    { timeout: 300_000 },
    async (id) => {
      const auspex = writers.auspex()
      const document = writers.document()
      const { body, operation, schema, send, sendGood } = await writers.good(id)
      const problems: Array<string> = []
      const before = await countRows(auspex)
      const bytesMax = operation.policy.bodyBytesMax ?? (schema === undefined ? 1_024 : 65_536)

      const attempts: Array<
        { readonly description: string; readonly field: string; readonly named: boolean; readonly text: string }
      > = []
      if (schema !== undefined) {
        for (const [at, field] of bodyFields(document, schema, bytesMax).entries()) {
          const insteadOf = standIns[id]?.[field.path[0]!]
          const base = insteadOf === undefined ? body as object : { ...body as object, [insteadOf]: undefined }
          for (const value of sampleOf(field.values, writes.indexOf(id) + at)) {
            attempts.push({
              description: `${field.path.join(".")} ${value.description}`,
              field: field.path.join("."),
              named: value.named,
              text: withField(base, field.path, value.json)
            })
          }
        }
        for (
          const text of [
            "[]",
            "\"text\"",
            "12",
            "null",
            "true",
            "[[]]",
            "{",
            "{} {}",
            "undefined",
            "'{}'",
            "{a:1}",
            "[object Object]"
          ]
        ) {
          attempts.push({ description: `the body ${text}`, field: "body", named: false, text })
        }
        const flaws = [
          "{\"__proto__\":{\"admin\":true}}",
          "{\"a\":1,\"a\":2}",
          `{"a":${"[".repeat(30)}${"]".repeat(30)}}`
        ]
        for (const text of flaws) attempts.push({ description: `the body ${text}`, field: "body", named: false, text })
      }
      attempts.push({
        description: "a body beyond the limit",
        field: "body",
        named: false,
        text: `{"x":"${"x".repeat(bytesMax)}"}`
      })

      for (let at = 0; at < attempts.length; at += 8) {
        await query(auspex, "delete from rate_windows")
        await Promise.all(
          attempts.slice(at, at + 8).map(async ({ description, field, named, text }) => {
            const problem = problemWith(await send(text), field, named)
            if (problem !== undefined) problems.push(`${description} ${problem}`)
          })
        )
      }
      expect(problems).toEqual([])
      expect(await countRows(auspex)).toEqual(before)

      // The same request without the flaw succeeds.
      const fine = await sendGood()
      expect([fine.status < 300, fine.text]).toEqual([true, fine.text])
    }
  )

  it("leave all invariants satisfied", async () => {
    expect(await writers.auspex().run(checkInvariants)).toEqual([])
  })
})

onEmbeddedDatabase("valid writes", (db) => {
  const writers = writersOn(db)

  it.each(writes)("%s", async (id) => {
    const fine = await (await writers.good(id)).sendGood()
    expect([fine.status < 300, fine.text]).toEqual([true, fine.text])
  })

  it("leave all invariants satisfied", async () => {
    expect(await writers.auspex().run(checkInvariants)).toEqual([])
  })
})
