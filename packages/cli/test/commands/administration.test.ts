import { announceAddresses, lockDataDirectory } from "@auspex/adapters-pg/directory"
import { Accounts } from "@auspex/domain/accounts"
import { onEmbeddedDatabase, onServerDatabase, type TestDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Context, Effect, Layer } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Auspex } from "../../src/composition/Auspex.ts"
import { settingsFrom } from "../../src/composition/Settings.ts"
import { targetOf } from "../../src/kit/connection/Target.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { callAuspex, callDoctor, type Called, type CallSurroundings } from "./callAuspex.ts"
import { keptServices } from "./keptServices.ts"
import { freshAdminKey } from "./freshAdminKey.ts"
import { questionObjects } from "./questionsFile.ts"

type Call = (argv: ReadonlyArray<string>, surroundings?: CallSurroundings) => Promise<Called>

/** The tests for every kind of target. */
const administers = (call: Call, register: (name: string) => Promise<unknown>) => {
  const ok = async (...argv: ReadonlyArray<string>) => {
    const called = await call([...argv, "--output", "json"])
    expect([called.code, called.err.replace(/^The secret.*\n/, "")]).toEqual([0, ""])
    return called.json
  }

  it("creates, lists and revokes keys, each once", async () => {
    const { key, secret } = await ok("admin-keys", "make", "Ada")
    expect(secret).toMatch(/^ak_[\w-]{43}$/)
    expect((await ok("admin-keys", "list")).keys).toContainEqual(
      expect.objectContaining({ id: key.id, name: "Ada", live: true })
    )
    const twice = await call(["admin-keys", "make", "Ada"])
    expect([twice.code, twice.err]).toEqual([4, expect.stringContaining("[DUPLICATE_NAME]")])
    const rehearsed = await call(["admin-keys", "revoke", "Ada", "--dry-run"])
    expect([rehearsed.code, rehearsed.err]).toEqual([0, expect.stringContaining("dry run: would revoke")])
    expect((await ok("admin-keys", "revoke", "Ada", "--yes")).key.live).toBe(false)
    const gone = await call(["admin-keys", "revoke", "Ada", "--yes"])
    expect([gone.code, gone.err]).toEqual([3, expect.stringContaining("[ADMIN_KEY_NOT_FOUND]")])
  })

  it("lists, shows, suspends and restores accounts", async () => {
    await register("Cassandra")
    await register("Tiresias")
    const { accounts, next_cursor, total } = await ok("accounts", "list", "--type", "agent", "--limit", "1")
    expect([accounts.length, total, typeof next_cursor]).toEqual([1, 2, "string"])
    expect((await ok("accounts", "list", "--limit", "1", "--cursor", next_cursor)).accounts[0].name).toBe("Cassandra")
    expect((await ok("accounts", "list", "--all")).accounts).toHaveLength(2)
    expect((await ok("accounts", "list", "--search", "CASS")).accounts[0].name).toBe("Cassandra")

    const reason = ["--reason", "spam"]
    const misspelled = await call(["accounts", "suspend", "\u0421assandra", ...reason, "--yes"])
    expect([misspelled.code, misspelled.err]).toEqual([
      3,
      expect.stringMatching(
        /There is no account named "\u0421assandra"; "Cassandra", spelled otherwise, has the id [0-9a-f-]{36}/
      )
    ])
    const rehearsed = await call(["accounts", "suspend", "Cassandra", ...reason, "--dry-run", "--output", "json"])
    expect([rehearsed.code, rehearsed.json.account.suspended_at]).toEqual([0, undefined])
    const asks = await call(["accounts", "suspend", "Cassandra", ...reason])
    expect([asks.code, asks.err]).toEqual([2, expect.stringContaining("no terminal to ask on")])
    expect((await ok("accounts", "suspend", "Cassandra", ...reason, "--yes")).account.suspended_reason).toBe("spam")
    expect((await ok("accounts", "list", "--suspended")).total).toBe(1)
    expect((await ok("accounts", "list", "--no-suspended")).total).toBe(1)
    const twice = await call(["accounts", "suspend", "Cassandra", ...reason, "--yes", "--output", "json"])
    expect([twice.code, JSON.parse(twice.err).code]).toEqual([4, "INVALID_TRANSITION"])
    expect((await ok("accounts", "restore", "Cassandra")).account.suspended_at).toBe(undefined)
    expect((await call(["accounts", "verify-email", "Cassandra"])).code).toBe(4)
    for (const nobody of ["nobody", "a/b c?x#y%", "..", "../keys"]) {
      const shown = await call(["accounts", "show", nobody])
      expect([shown.code, shown.err]).toEqual([3, expect.stringContaining("[ACCOUNT_NOT_FOUND]")])
    }
    expect((await call(["accounts", "suspend", "Cassandra", "--reason", " ", "--yes"])).code).toBe(1)
  })

  it("takes a question from draft to resolution", async () => {
    const fields = questionObjects(2)[1]!
    const create = createFlags()
    const rehearsed = await call([...create, "--dry-run"])
    expect([rehearsed.code, rehearsed.err]).toEqual([0, expect.stringContaining("would create")])
    expect((await ok("questions", "list")).total).toBe(0)
    const wrong = await call(["questions", "create", "--category", "society", "--weight", "9", "--output", "json"])
    expect(wrong.code).toBe(1)
    expect(JSON.parse(wrong.err).failures.map(({ field }: { field: string }) => field)).toEqual([
      "question",
      "timeframe",
      "resolution_source",
      "resolution_date",
      "weight"
    ])

    const { question } = await ok(...create)
    const { context: _, ...written } = fields
    expect(question).toMatchObject({ ...written, status: "draft" })
    const early = await call(["questions", "publish", question.id])
    expect([early.code, early.err]).toEqual([4, expect.stringContaining("[INVALID_TRANSITION]")])
    expect((await ok("questions", "approve", question.id)).question.status).toBe("approved")
    expect((await ok("questions", "publish", question.id)).question.status).toBe("open")
    expect((await call(["questions", "close", question.id])).code).toBe(2)
    expect((await ok("questions", "close", question.id, "--yes")).question.status).toBe("closed")
    expect((await ok("questions", "reopen", question.id)).question.status).toBe("open")

    expect((await call(["questions", "resolve", question.id, "--yes"])).code).toBe(1)
    const other = await call(["questions", "resolve", question.id, "--option", "Above", "--yes"])
    expect([other.code, other.err]).toEqual([1, expect.stringContaining("correct_options")])
    const preview = await call(["questions", "resolve", question.id, "--outcome", "yes", "--dry-run"])
    expect([preview.code, preview.err]).toEqual([
      0,
      expect.stringContaining("as yes, which settles 0 predictions for good")
    ])
    const resolved = await ok("questions", "resolve", question.id, "--outcome", "yes", "--note", "It did.", "--yes")
    expect(resolved.question).toMatchObject({ status: "resolved", outcome: true, resolution_note: "It did." })
    expect((await call(["questions", "resolve", question.id, "--outcome", "no", "--yes"])).code).toBe(4)
    expect((await ok("questions", "show", question.id)).question.outcome).toBe(true)
    expect((await call(["questions", "show", "01890000-0000-7000-8000-000000000000"])).code).toBe(3)
  })

  it("writes tables, JSON and NDJSON, and only data to standard output", async () => {
    await register("Cassandra")
    const ndjson = await call(["accounts", "list", "--output", "ndjson"])
    expect(JSON.parse(ndjson.out.trim())).toMatchObject({ name: "Cassandra" })
    const table = await call(["accounts", "list"])
    expect(table.out).toMatch(/^ID +NAME +TYPE/)
    expect(table.out).not.toContain("\u001b")
    const narrow = await call(["questions", "list"], { columns: 80 })
    expect([narrow.out, narrow.err]).toEqual(["", "no questions\n"])
    const coloured = await call(["accounts", "list"], { columns: 100 })
    expect(coloured.out).toContain("\u001b[1m")
    for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
      expect((await call(["accounts", "list"], { columns: 100, env })).out).not.toContain("\u001b")
    }
    expect((await call(["accounts", "list", "--no-color"], { columns: 100 })).out).not.toContain("\u001b")
    expect((await call(["accounts", "list", "--limit", "0"])).code).toBe(2)
    expect((await call(["accounts", "list", "--limit", "ten"])).code).toBe(2)
  })
}

const createFlags = (): ReadonlyArray<string> => [
  "questions",
  "create",
  ...Object.entries(questionObjects(2)[1]!).flatMap(([field, value]) =>
    value === "" ? [] : [`--${field.replaceAll("_", "-")}`, String(value)]
  )
]

/** Inserts by SQL more predictions than a resolution settles within the request. */
const thousandPredictions = (question: string) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.zipRight(
      sql`insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model)
        select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'agent', 'Bulk ' || n, 'bulk ' || n,
          'predictor', 'BULK' || n, 'verified', 'example-1' from generate_series(1, 1001) as n`,
      sql`with placed as (
          insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
            contrarian, stake, engagement)
          select gen_random_uuid(), ${question}::uuid, id, row_number() over (), true, 60, 'bulk',
            sha256(id::text::bytea), false, 60, '{}' from accounts returning 1)
        update questions set prediction_count = 1001, yes_count = 1001 where id = ${question}::uuid`
    ))

const registration = (name: string) => ({ name, model: "example-1" })

onServerDatabase("administration on a server database", (db: TestDatabase) => {
  beforeEach(() => db.run(db.reset))
  const register = async (name: string) => {
    const settings = await Effect.runPromise(settingsFrom({ databaseUrl: db.url() }, {}))
    const registered = Layer.build(Auspex.useCases(settings)).pipe(
      Effect.flatMap((context) => Context.get(context, Accounts).register(registration(name))),
      Effect.scoped
    )
    return Effect.runPromise(registered)
  }
  const keep = keptServices()
  administers(
    (argv, surroundings) => callAuspex([...argv, "--database-url", db.url()], { keep, ...surroundings }),
    register
  )

  it("waits until all payouts of a large resolution are made", async () => {
    const base = ["--database-url", db.url(), "--output", "json"]
    const created = await callAuspex([...createFlags(), "--publish", ...base])
    const { id } = created.json.question
    await db.run(thousandPredictions(id))
    const resolved = await callAuspex(["questions", "resolve", id, "--outcome", "no", "--yes", ...base])
    expect([resolved.code, resolved.err]).toEqual([0, expect.stringContaining("1001 predictions are being paid")])
    const status = await callAuspex(["status", ...base])
    expect(status.json).toMatchObject({ jobs_running: 0, questions: { resolved: 1 } })
    const doctor = await callDoctor("--database-url", db.url())
    // The predictions were inserted without stakes and tallies; the check must find that.
    expect(doctor.code).toBe(1)
    const byName = new Map(doctor.json.checks.map((check: { name: string }) => [check.name, check]))
    expect(byName.get("tallies")).toMatchObject({ status: "fail", message: expect.stringContaining("1 questions") })
    expect(byName.get("ledger")).toMatchObject({ status: "ok" })
    expect(byName.get("recount: voices")).toMatchObject({
      status: "fail",
      message: expect.stringMatching(/^1001 differ; /)
    })
    expect(byName.get("recount: balance")).toMatchObject({ status: "ok", message: "as counted afresh" })
    expect(byName.get("secret key")).toMatchObject({ status: "fail" })
    expect(byName.get("mail")).toMatchObject({ status: "warn" })
  })

  it("reports the state of the database", async () => {
    const { code, json } = await callAuspex(["status", "--database-url", db.url(), "--output", "json"])
    expect(code).toBe(0)
    expect(json).toMatchObject({ agents: 0, predictions: 0, jobs_running: 0, migrations: { pending: [] } })
    expect(json.database).not.toContain(new URL(db.url()).password || "no password")
  })
})

onEmbeddedDatabase("administration through a server", (db: TestDatabase) => {
  let server: RunningAuspex
  let key: string
  beforeAll(async () => {
    server = await startAuspex(db.layer)
  })
  beforeEach(async () => {
    await db.run(db.reset)
    key = await freshAdminKey(server)
  })
  afterAll(() => server.stop())
  administers(
    (argv, surroundings) =>
      callAuspex([...argv, "--server", server.url], {
        ...surroundings,
        env: { AUSPEX_ADMIN_KEY: key, ...surroundings?.env }
      }),
    (name) => server.run(Effect.flatMap(Accounts, (accounts) => accounts.register(registration(name))))
  )

  it("needs a key, and never accepts it as an argument", async () => {
    const argv = ["accounts", "list", "--server", server.url]
    expect((await callAuspex(argv)).code).toBe(6)
    expect((await callAuspex(argv, { env: { AUSPEX_ADMIN_KEY: "ak_wrong" } })).code).toBe(6)
    const directory = mkdtempSync(path.join(tmpdir(), "auspex-key-"))
    const file = path.join(directory, "key")
    writeFileSync(file, `${key}\n`)
    expect((await callAuspex([...argv, "--admin-key-file", file])).code).toBe(0)
    writeFileSync(file, "two words\n")
    expect((await callAuspex([...argv, "--admin-key-file", file])).code).toBe(2)
    expect((await callAuspex([...argv, "--admin-key-file", path.join(directory, "none")])).code).toBe(2)
    rmSync(directory, { recursive: true })
    expect((await callAuspex([...argv, "--admin-key", key])).code).toBe(2)
  })

  it("uses the server that has locked the data directory, and reports that", async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-held-"))
    const argv = ["admin-keys", "list", "--data-dir", dataDir, "--output", "json"]
    const env = { AUSPEX_ADMIN_KEY: key }
    await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      yield* lockDataDirectory(dataDir)
      const starting = yield* Effect.promise(() => callAuspex(argv, { env }))
      expect([starting.code, starting.err]).toEqual([5, expect.stringContaining("does not answer requests (yet)")])
      yield* announceAddresses(dataDir, { core: server.url })
      const called = yield* Effect.promise(() => callAuspex(argv, { env }))
      expect([called.code, called.err]).toEqual([0, ""])
      for (const verbose of [[...argv, "--verbose"], ["--verbose", ...argv]]) {
        const { err } = yield* Effect.promise(() => callAuspex(verbose, { env }))
        expect(err).toBe(`${dataDir} is held by a running server: going through ${server.url}\n`)
      }
      expect(called.json.keys).toHaveLength(1)
      expect((yield* Effect.promise(() => callAuspex(argv))).code).toBe(6)
      const doctor = yield* Effect.promise(() => callDoctor("--data-dir", dataDir))
      expect(doctor.json.checks).toContainEqual(expect.objectContaining({ name: "recount", status: "warn" }))
      expect(doctor.json.checks).toContainEqual(
        expect.objectContaining({ name: "database", status: "ok", message: expect.stringContaining(server.url) })
      )
      const [held, other] = yield* Effect.promise(() =>
        Promise.all([
          callAuspex(["doctor", "--data-dir", dataDir, "--output", "json"]),
          callAuspex(["doctor", "--data-dir", dataDir, "--port", "0", "--output", "json"])
        ])
      )
      const corePort = {
        name: "core port",
        status: "ok",
        message: `${new URL(server.url).host} is held by the running server`
      }
      expect(held.json.checks).toContainEqual(corePort)
      expect(other.json.checks).toContainEqual({ ...corePort, message: "any free one" })
      yield* announceAddresses(dataDir, { core: server.url, research: "http://127.0.0.1:1" })
      const gone = yield* Effect.promise(() => callAuspex(["doctor", "--data-dir", dataDir, "--output", "json"]))
      expect(gone.json.checks).toContainEqual(
        expect.objectContaining({
          name: "research port",
          status: "fail",
          message: expect.stringContaining("127.0.0.1:1,")
        })
      )
    })))
    rmSync(dataDir, { recursive: true, force: true })
  })

  it("reports the state of the server without a key", async () => {
    const { code, json } = await callAuspex(["status", "--server", server.url, "--output", "json"])
    expect([code, json.health, json.ready, json.api_version]).toEqual([0, { status: "ok", db: "ok" }, true, "2.0.0"])
  })

  it("reports that there is no server, or that something else is listening", async () => {
    const env = { AUSPEX_ADMIN_KEY: key }
    expect((await callAuspex(["accounts", "list", "--server", "http://127.0.0.1:9"], { env })).code).toBe(5)
    expect((await callAuspex(["status", "--server", "http://127.0.0.1:9"], { env })).code).toBe(5)
    expect((await callAuspex(["accounts", "list", "--server", "ftp://x"], { env })).code).toBe(2)
  })
})

describe("the target of a command", () => {
  const named = (flags: Parameters<typeof targetOf>[0], env: Record<string, string> = {}) =>
    Effect.runSync(Effect.either(targetOf(flags, env)))

  it.each(
    [
      [{ server: "http://a/" }, { AUSPEX_DATABASE_URL: "postgres://b" }, {
        kind: "server",
        url: "http://a",
        named: true
      }],
      [{ dataDir: "/x" }, { AUSPEX_SERVER: "http://a" }, { kind: "directory", dataDir: "/x", named: true }],
      [{}, { AUSPEX_SERVER: "http://a" }, { kind: "server", url: "http://a", named: true }],
      [{}, { AUSPEX_DATABASE_URL: "postgres://b", AUSPEX_DATA_DIR: "/x" }, {
        kind: "database",
        databaseUrl: "postgres://b",
        named: true
      }],
      [{}, { AUSPEX_DATA_DIR: "/x" }, { kind: "directory", dataDir: "/x", named: true }],
      [{}, {}, { kind: "directory", dataDir: path.resolve("./.auspex"), named: false }]
    ] as const
  )("comes from the flags, else from the environment, else is ./.auspex (%j, %j)", (flags, env, target) => {
    expect(named(flags, env)).toMatchObject({ _tag: "Right", right: target })
  })

  it.each([
    [{ server: "http://a", databaseUrl: "postgres://b" }, {}],
    [{}, { AUSPEX_SERVER: "http://a", AUSPEX_DATABASE_URL: "postgres://b" }],
    [{ server: "nonsense" }, {}]
  ])("is never guessed (%j, %j)", (flags, env) => {
    expect(named(flags, env)).toMatchObject({ _tag: "Left", left: { _tag: "WrongUsage" } })
  })
})
