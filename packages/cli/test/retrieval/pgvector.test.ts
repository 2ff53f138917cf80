import { onEmbeddedDatabase, onPgvectorDatabase, type TestDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Logger, Redacted } from "effect"
import { expect, it } from "vitest"
import { migrate } from "../../src/composition/Database.ts"
import { databaseChecks } from "../../src/platform/system/databaseChecks.ts"

const embeddings = {
  provider: "ollama",
  model: "m",
  endpoint: { api: "ollama", base_url: "http://127.0.0.1:1", key: Redacted.make(""), is_operators: true }
} as const

/** What a start says of vectors. */
const told = Effect.gen(function*() {
  const messages: Array<string> = []
  const logger = Logger.make<unknown, void>(({ logLevel, message }) =>
    void messages.push(`${logLevel.label} ${String(message)}`)
  )
  for (const settings of [{ embeddings: undefined }, { embeddings }]) {
    yield* migrate({ databaseUrl: undefined, dataDir: "", ...settings }).pipe(
      Effect.provide(Logger.replace(Logger.defaultLogger, logger))
    )
  }
  return messages
})

const checks = async (db: TestDatabase, hasEmbeddings: boolean) => {
  const all = await Effect.runPromise(databaseChecks(db.layer, "here", hasEmbeddings))
  return all.filter(({ name }) => name === "vectors").map(({ message, status }) => [status, message])
}

onEmbeddedDatabase("a database without pgvector", (db) => {
  it("is said to compare vectors in memory", async () => {
    const text = "compared in memory, because the database does not have pgvector"
    expect(await db.run(told)).toEqual([`INFO Vectors of embeddings are ${text}.`])
    expect(await checks(db, true)).toEqual([["ok", text]])
    expect(await checks(db, false)).toEqual([])
  })
})

onPgvectorDatabase("a database with pgvector", (db) => {
  it("is said to compare vectors itself, once a server with an embedding model has started", async () => {
    await db.run(Effect.flatMap(SqlClient, (sql) => sql.unsafe("drop extension vector cascade")))
    expect(await checks(db, true)).toEqual([[
      "warn",
      expect.stringContaining("compared in memory; pgvector")
    ]])
    const text = expect.stringMatching(/compared by the database, with pgvector \d+\.\d+\.\d+/)
    expect(await db.run(told)).toEqual([text])
    expect(await checks(db, true)).toEqual([["ok", text]])
  })
})
