import { SkillRefreshes } from "@auspex/domain/boards"
import { onEmbeddedDatabase, onServerDatabase, type TestDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { calls, settled } from "../boards/records.ts"
import { operations } from "../contract/operations.ts"
import { validRequests } from "../contract/validRequests.ts"
import { type Answer, type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, query, registerAgent, verifiedHuman } from "../people.ts"
import { rawRequest } from "../raw.ts"
import { type Callers, callersOf } from "./callers.ts"
import { type JsonSchema, type OpenApiDocument, sampleOf } from "./hostileValues.ts"

const huge = "1" + "0".repeat(30)
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value), "utf8").toString("base64url")

const never = [
  "-1",
  "1.5",
  "1e99",
  "",
  "%20",
  "many",
  "0x10",
  "%2B1",
  "1%00",
  "%ff",
  "NaN",
  "Infinity",
  "null",
  "1,2",
  "9".repeat(41)
]

/** Parameters that may be repeated and name something, which may not exist. */
const references: ReadonlySet<string> = new Set(["survey"])

/** Values that a parameter must refuse, and values that it must treat as its maximum. */
const hostile: Readonly<
  Record<string, { readonly refused: ReadonlyArray<string>; readonly taken?: ReadonlyArray<string> }>
> = {
  limit: { refused: [...never, "0"], taken: [huge, "101", "9007199254740993"] },
  offset: { refused: [...never, huge, "10001", "9007199254740993"] },
  cursor: {
    refused: [
      "",
      "%20",
      "!",
      "%00",
      "abc",
      "a".repeat(600),
      ...[
        [],
        [null],
        ["x"],
        [-1],
        [1e300],
        [2 ** 31],
        [2 ** 53],
        [1.5],
        [true],
        [[1]],
        ["1"],
        [{}],
        [1, 2],
        { a: 1 },
        1,
        null,
        ["00000000-0000-0000-0000-000000000000"],
        ["' or 1=1"]
      ].map(encoded),
      Buffer.from("q1|newest|2026-13-45T00:00:00.000000Z|00000000-0000-0000-0000-000000000000").toString("base64url"),
      Buffer.from("q1|newest|infinity|00000000-0000-0000-0000-000000000000").toString("base64url"),
      Buffer.from("q2|newest|2026-01-01T00:00:00.000000Z|00000000-0000-0000-0000-000000000000").toString("base64url")
    ]
  }
}

/** A server, a caller for each kind of access, and a valid target for each of `ids`. */
const readersOn = (db: TestDatabase, ids: ReadonlyArray<string>) => {
  let auspex: RunningAuspex
  let callers: Callers
  let document: OpenApiDocument
  const targets = new Map<string, string>()
  /** The required parameters, by operation. */
  const required = new Map<string, string>()
  beforeAll(async () => {
    auspex = await startAuspex(db.layer, { flags: { allowPrivateEgress: "true" } })
    callers = await callersOf(auspex)
    document = (await auspex.call("GET", "/openapi.json")).body
    for (const { id, path, policy } of operations.filter((operation) => ids.includes(operation.id))) {
      const request = await validRequests[id]!.request({
        auspex,
        author: () => verifiedHuman(auspex),
        asCaller: { as: policy.access === "manager" ? callers.manager : callers.key }
      })
      targets.set(id, path.replace(/\{(\w+)\}/g, (_, name: string) => request.path![name]!))
      if (request.query !== undefined) required.set(id, request.query.slice(1))
    }
  })
  afterAll(() => auspex.stop())

  const ask = (id: string, query: string): Promise<Answer> => {
    const { policy, method } = operations.find((operation) => operation.id === id)!
    const rest = required.get(id)?.split("&").filter((one) => !query.startsWith(one.slice(0, one.indexOf("=") + 1))) ??
      []
    // `predicted` needs a caller with an account.
    const as = query.startsWith("predicted=") ? callers.key : callers[policy.access]
    return auspex.call(method, `${targets.get(id)!}?${[query, ...rest].join("&")}`, { as })
  }
  return {
    ask,
    target: (id: string): string => targets.get(id)!,
    get auspex() {
      return auspex
    },
    get callers() {
      return callers
    },
    get document() {
      return document
    }
  }
}

const reads = operations.filter(({ method }) => method === "GET").map(({ id }) => id)
/** Texts with a meaning in a query language. */
const searches = ["'", "%", "\\", "a:*%20%26%20!", "(((", "\"", "%F0%9F%A6%A9", "x".repeat(250)]

const unknownParameters = "no_such_parameter=1&__proto__=2&constructor=3&limit[]=4"

// Invalid input is refused before any query, so one database is enough.
onServerDatabase("invalid queries", (db) => {
  const asked = readersOn(db, reads)
  const { ask } = asked

  const parametersOf = (id: string): ReadonlyArray<{ readonly name: string; readonly schema: JsonSchema }> => {
    const { method, path } = operations.find((operation) => operation.id === id)!
    return (asked.document.paths[path]![method.toLowerCase()]!.parameters ?? []).filter((parameter) =>
      parameter.in === "query"
    )
  }
  const refusal = (answer: Answer, name: string): string | undefined => {
    if (answer.status !== 400) return `answered ${answer.status} ${answer.text.slice(0, 150)}`
    const fields = (answer.body.failures ?? []).map((failure: { field?: string }) => failure.field)
    return fields.includes(name) || fields.includes("query")
      ? undefined
      : `does not name it: ${answer.text.slice(0, 200)}`
  }

  it.each(reads)("%s", async (id) => {
    const problems: Array<string> = []
    const judge = (what: string, problem: string | undefined) =>
      problem === undefined ? undefined : problems.push(`${what} ${problem}`)
    for (const [at, { name, schema }] of parametersOf(id).entries()) {
      const place = reads.indexOf(id) + at
      const known = hostile[name]
      const words = schema.enum !== undefined || schema.type === "boolean" ||
        (schema.anyOf?.some((part) => part.enum !== undefined) ?? false)
      const isBoolean = schema.type === "boolean"
      const refused = known?.refused ?? (isBoolean
        ? ["no_such_word", "TRUE", "%00", "2", "yes", "%20"]
        : words
        ? ["no_such_word", "", "TRUE", "%00", "1"]
        : ["%00", "%ff", "%ed%a0%80"])
      for (const text of sampleOf(refused, place))
        judge(`${name}=${text}`, refusal(await ask(id, `${name}=${text}`), name))
      const good = known === undefined ? "x" : "1"
      if (!references.has(name)) {
        judge(`${name} twice`, refusal(await ask(id, `${name}=${good}&${name}=${good}`), name))
      }
      // A filter without a value counts as absent.
      for (const text of known?.taken ?? (isBoolean ? ["", "true", "false", "1", "0"] : [])) {
        const answer = await ask(id, `${name}=${text}`)
        if (answer.status !== 200) problems.push(`${name}=${text} answered ${answer.text}`)
      }
      if (known === undefined && !words) {
        for (const text of sampleOf(searches, place)) {
          const answer = await ask(id, `${name}=${encodeURIComponent(decodeURIComponent(text === "%" ? "%25" : text))}`)
          const isAnswer = [200, 400, ...(references.has(name) ? [404] : [])].includes(answer.status)
          if (!isAnswer) problems.push(`${name}=${text} answered ${answer.text}`)
        }
      }
    }
    if (parametersOf(id).some(({ name }) => name === "predicted")) {
      const anonymous = await asked.auspex.call("GET", `${asked.target(id)}?predicted=false`)
      if (anonymous.status !== 401 || anonymous.body.failures?.[0]?.field !== "predicted")
        problems.push(`predicted without an account answered ${anonymous.text}`)
    }
    const unknown = await ask(id, unknownParameters)
    if (unknown.status >= 400) problems.push(`unknown parameters answered ${unknown.text}`)
    expect(problems).toEqual([])
  })

  it("include a cursor of another list", async () => {
    const { auspex } = asked
    for (let count = 0; count < 2; count++) {
      await openQuestion(auspex)
      await registerAgent(auspex)
    }
    const author = await linkedAgent(auspex)
    const reader = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    const second = { owner: author.owner }
    await linkedAgent(auspex, second)
    for (const agent of [author, reader]) await predict(auspex, agent, question)
    for (const { id } of [author, reader]) await settled(auspex, id, calls(20, 70, 14))
    await auspex.run(Effect.flatMap(SkillRefreshes, (skill) => skill.refresh))
    const lists: ReadonlyArray<readonly [string, string | undefined]> = [
      ["/api/questions?limit=1", undefined],
      ["/api/questions?limit=1&sort=closing", undefined],
      ["/api/admin/questions?limit=1&sort=contested", auspex.adminKey],
      [`/api/questions/${question}/predictions?limit=1`, undefined],
      ["/api/leaderboard?limit=1", undefined],
      ["/api/leaderboard/calibration?limit=1", undefined],
      ["/api/leaderboard/skill?limit=1", undefined],
      ["/api/admin/accounts?limit=1", auspex.adminKey],
      ["/api/me/agents?limit=1", author.owner.token],
      ["/api/me/transactions?limit=1", author.key]
    ]
    const cursors: Array<string> = []
    for (const [target, as] of lists) {
      const answer = await auspex.call("GET", target, { as })
      expect([target, answer.status, typeof answer.body.next_cursor]).toEqual([target, 200, "string"])
      cursors.push(answer.body.next_cursor)
    }
    const problems: Array<string> = []
    for (const [at, [target, as]] of lists.entries()) {
      for (const [from, cursor] of cursors.entries()) {
        const answer = await auspex.call("GET", `${target}&cursor=${cursor}`, { as })
        const problem = from === at ? (answer.status === 200 ? undefined : answer.text) : refusal(answer, "cursor")
        if (problem !== undefined) problems.push(`${target} with the cursor of ${lists[from]![0]} ${problem}`)
      }
    }
    expect(problems).toEqual([])
  })

  const named = operations.filter(({ path }) => path.includes("{")).map(({ id }) => id)
  const ids = [
    ["abc", 404],
    ["..", 404],
    ["%2e%2e", 404],
    ["..%2f..%2fetc%2fpasswd", 404],
    ["%00", 400],
    ["%ff", 400],
    ["%ed%a0%80", 400],
    ["a".repeat(1_000), 404],
    ["a".repeat(3_000), 404],
    ["%F0%9F%A6%A9", 404],
    ["'%20or%201=1--", 404],
    ["0", 404],
    ["-1", 404],
    ["null", 404],
    ["undefined", 404],
    ["__proto__", 404],
    ["00000000-0000-0000-0000-000000000000", 404],
    ["ffffffff-ffff-ffff-ffff-ffffffffffff", 404],
    ["01998f7e-0000-7000-8000-000000000000", 404],
    ["01998f7e-0000-7000-8000-00000000000", 404],
    ["{01998f7e-0000-7000-8000-000000000000}", 404],
    ["%20", 404]
  ] as const

  it.each(named)("include ids without a resource: %s", async (id) => {
    const { auspex, callers } = asked
    const { policy, method, path } = operations.find((operation) => operation.id === id)!
    const { body } = await validRequests[id]!.request({
      auspex,
      author: () => verifiedHuman(auspex),
      asCaller: { as: callers.key }
    })
    const as = callers[policy.access]
    const credential: Record<string, string> = as === undefined
      ? {}
      : as.startsWith("ak_")
      ? { "x-admin-key": as }
      : { "x-api-key": as }
    const problems: Array<string> = []
    for (const [value, status] of sampleOf(ids, named.indexOf(id))) {
      await query(auspex, "delete from rate_windows")
      const target = path.replace(/\{\w+\}/, value)
      const sent = body === undefined ? undefined : JSON.stringify(body)
      const headers = { ...credential, ...(sent === undefined ? {} : { "content-type": "application/json" }) }
      const answer = await rawRequest(auspex.url, method, target, headers, sent)
      const code: unknown = answer.text === "" ? undefined : JSON.parse(answer.text).code
      if (answer.status !== status || typeof code !== "string")
        problems.push(`${value.slice(0, 60)} answered ${answer.status} ${answer.text.slice(0, 150)}`)
    }
    expect(problems).toEqual([])
  })
})

onEmbeddedDatabase("valid queries", (db) => {
  const { ask } = readersOn(db, reads)

  it.each(reads)("%s", async (id) => {
    const answer = await ask(id, unknownParameters)
    expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""])
  })
})
