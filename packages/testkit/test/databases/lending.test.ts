import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { borrowServerDatabase, type LentServerDatabase } from "../../src/databases/LentServerDatabase.ts"

const rowsOn = <A extends object>({ runtime }: LentServerDatabase, text: string): Promise<ReadonlyArray<A>> =>
  runtime.runPromise(Effect.flatMap(SqlClient, (sql) => sql.unsafe<A>(text)))

const insertAccount = (database: LentServerDatabase) =>
  rowsOn(
    database,
    `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model)
      values (gen_random_uuid(), 'agent', 'A', 'a', 'participant', 'A', 'verified', 'gpt-5')`
  )

describe("a server database that was given back", () => {
  const clients: Array<pg.Client> = []
  afterAll(() => Promise.all(clients.map((client) => client.end().catch(() => undefined))))

  const lockAccounts = async ({ url }: LentServerDatabase) => {
    const client = new pg.Client({ connectionString: url })
    client.on("error", () => undefined) // the next borrower ends the session
    clients.push(client)
    await client.connect()
    await client.query("begin; lock table accounts in access exclusive mode")
  }

  const leaveRunning = async (database: LentServerDatabase) => {
    void rowsOn(database, "select pg_sleep(3)").catch(() => undefined)
    const text = "select 1 from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(3)'"
    while ((await rowsOn(database, text)).length === 0);
  }

  it.each<readonly [left: string, leave: (database: LentServerDatabase) => Promise<unknown>, isLentAgain: boolean]>([
    ["nothing", async () => undefined, true],
    ["rows", insertAccount, true],
    ["the session of another client in a transaction", lockAccounts, true],
    ["a table", (database) => rowsOn(database, "create table t_left (n integer)"), false],
    ["a disabled trigger", (database) => rowsOn(database, "alter table ledger disable trigger user"), false],
    ["a storage parameter", (database) => rowsOn(database, "alter table ledger set (fillfactor = 50)"), false],
    ["statistics", (database) => insertAccount(database).then(() => rowsOn(database, "analyze accounts")), false],
    ["a running statement", leaveRunning, false]
  ])("with %s", async (_, leave, isLentAgain) => {
    const spares: Parameters<typeof borrowServerDatabase>[0] = []
    const former = await borrowServerDatabase(spares)
    await leave(former)
    former.giveBack()
    const next = await borrowServerDatabase(spares)
    expect(next.url === former.url).toBe(isLentAgain)
    expect(await rowsOn(next, "select 1 from accounts")).toEqual([])
    await next.runtime.dispose()
  })
})
