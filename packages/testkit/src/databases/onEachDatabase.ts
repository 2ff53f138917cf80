import { Pgvector, ServerDatabase } from "@auspex/adapters-pg"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, type ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe } from "vitest"
import { borrowEmbeddedDatabase, openPgvectorDatabase } from "./EmbeddedTestDatabase.ts"
import { borrowServerDatabase, createOwnServerDatabase } from "./LentServerDatabase.ts"
import { emptyDatabase } from "./ServerTestDatabase.ts"
import { freezeTestClock, setTestClock } from "./testClock.ts"

/** A migrated, empty database for one test file. Its members work in tests and hooks, not while tests are collected. */
export interface TestDatabase {
  readonly name: "embedded" | "server"
  /** The `SqlClient`; every build of the layer gives the same client. */
  readonly layer: Layer.Layer<SqlClient>
  /**
   * The client of a second instance of the application: another pool on a server, the same single session when
   * embedded.
   */
  readonly another: Layer.Layer<SqlClient>
  /** The address of the server database; throws on the embedded one. */
  readonly url: () => string
  /** Runs an effect with the database. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, SqlClient>) => Promise<A>
  /** Empties all tables and resets the clock. */
  readonly reset: Effect.Effect<void>
  /** Sets how far the database's clock is ahead of the real one, e.g. `25 hours`; `0` resets it. */
  readonly shiftClock: (interval: string) => Effect.Effect<void>
  /** Stops the database's clock at an instant, until `shiftClock` lets it run again. */
  readonly freezeClock: (at: Date) => Effect.Effect<void>
}

type Runtime = ManagedRuntime.ManagedRuntime<SqlClient, unknown>
interface Opened {
  readonly runtime: Runtime
  readonly url?: string
  readonly close: () => void | Promise<void>
}

interface Kind {
  readonly name: TestDatabase["name"]
  readonly open: () => Promise<Opened>
}

const embedded: Kind = {
  name: "embedded",
  open: async () => ({ runtime: await borrowEmbeddedDatabase(), close: () => undefined })
}

const server: Kind = {
  name: "server",
  open: async () => {
    const { giveBack, runtime, url } = await borrowServerDatabase()
    return { runtime, url, close: giveBack }
  }
}

/** A server database that no other file has used or will use. */
const freshServer: Kind = {
  name: "server",
  open: async () => {
    const { discard, runtime, url } = await createOwnServerDatabase()
    return { runtime, url, close: discard }
  }
}

/** One that compares vectors by pgvector. */
const embeddedWithPgvector: Kind = {
  name: "embedded",
  open: async () => {
    const runtime = await openPgvectorDatabase()
    return { runtime, close: () => runtime.dispose() }
  }
}

/** The same on a server that has the extension. */
const serverWithPgvector: Kind = {
  name: "server",
  open: async () => {
    const { discard, runtime, url } = await createOwnServerDatabase()
    const { kind } = await runtime.runPromise(Pgvector.prepare(true))
    if (kind !== "used") throw new Error(`the test server cannot compare vectors: pgvector is ${kind}`)
    return { runtime, url, close: discard }
  }
}

const handle = (name: TestDatabase["name"], opened: () => Opened): TestDatabase => {
  const shared = Layer.effect(
    SqlClient,
    Effect.suspend(() =>
      Effect.orDie(
        Effect.map(opened().runtime.runtimeEffect, ({ context }) => context.unsafeMap.get(SqlClient.key) as SqlClient)
      )
    )
  )
  const url = () => {
    const address = opened().url
    if (address === undefined) throw new Error("the embedded test database has no address")
    return address
  }
  return {
    name,
    layer: shared,
    another: name === "embedded"
      ? shared
      : Layer.unwrapEffect(Effect.sync(() => ServerDatabase.layer({ url: url() }))).pipe(Layer.orDie),
    url,
    run: (effect) => opened().runtime.runPromise(effect),
    reset: Effect.provide(emptyDatabase, shared),
    shiftClock: (interval) => Effect.asVoid(Effect.provide(setTestClock(interval), shared)),
    freezeClock: (at) => Effect.asVoid(Effect.provide(freezeTestClock(at), shared))
  }
}

/** Runs the tests on the databases of `kinds`, in one `describe` each. */
const onDatabases = (kinds: ReadonlyArray<Kind>) => (title: string, body: (db: TestDatabase) => void): void => {
  for (const { name, open } of kinds) {
    describe(`${title} (${name} database)`, () => {
      let opened: Opened | undefined
      beforeAll(async () => {
        opened = await open()
      })
      afterAll(() => opened?.close())
      body(handle(name, () => {
        if (opened === undefined) throw new Error("the test database is open in tests and hooks only")
        return opened
      }))
    })
  }
}

/** Defines the same tests on the embedded and on a server database. Fails when no server is available. */
export const onEachDatabase = onDatabases([embedded, server])

/** For tests that need several sessions: locks, races between instances, faults. */
export const onServerDatabase = onDatabases([server])

/**
 * Defines the same tests on databases that compare vectors by pgvector: embedded, and on the run's server if
 * `AUSPEX_TEST_PGVECTOR` says that it has the extension.
 */
export const onPgvectorDatabase = onDatabases(
  process.env["AUSPEX_TEST_PGVECTOR"] === "1" ? [embeddedWithPgvector, serverWithPgvector] : [embeddedWithPgvector]
)

/**
 * For tests that judge query plans: on a database that other files have used, plans depend on the dead rows and the
 * statistics that these left.
 */
export const onFreshServerDatabase = onDatabases([freshServer])

/** Whether this is a long run: `npm test -- --thorough` sets `AUSPEX_TEST_THOROUGH`. */
export const isThorough = process.env["AUSPEX_TEST_THOROUGH"] === "1"

/**
 * For suites whose results do not depend on the database, because their statements run on both elsewhere: on the server,
 * and in a thorough run also embedded.
 */
export const onServerDatabaseFirst = onDatabases(isThorough ? [server, embedded] : [server])

/** For features that only the embedded database has. */
export const onEmbeddedDatabase = onDatabases([embedded])
