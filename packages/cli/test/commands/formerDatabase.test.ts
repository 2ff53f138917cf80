import { onFreshServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeAll, expect, it } from "vitest"
import { callAuspex } from "./callAuspex.ts"

onFreshServerDatabase("a database from before 0.1.0", (db) => {
  const advice = "Start with an empty database, by another AUSPEX_DATA_DIR or AUSPEX_DATABASE_URL"
  const applied = () =>
    db.run(Effect.flatMap(SqlClient, (sql) => sql`select id, name from schema_migrations order by id`))

  beforeAll(() =>
    db.run(Effect.flatMap(SqlClient, (sql) =>
      sql.unsafe(
        "update schema_migrations set id = id - 1, checksum = 'of a former file', name = 'former_' || name"
      )))
  )

  it.each(["migrate", "migrate --dry-run", "migrate status", "status", "questions list"])(
    "is refused by auspex %s, which says what to do",
    async (line) => {
      const before = await applied()
      const { code, err, out } = await callAuspex([...line.split(" "), "--database-url", db.url()])
      expect([code, out]).toEqual([1, ""])
      expect(err).toContain(advice)
      expect(await applied()).toEqual(before)
    }
  )

  it("is reported by auspex doctor, which checks no more of it", async () => {
    const { code, json } = await callAuspex(["doctor", "--database-url", db.url(), "--output", "json"])
    expect(code).toBe(1)
    const checks = new Map(json.checks.map((check: { name: string }) => [check.name, check]))
    expect(checks.get("migrations")).toMatchObject({ status: "fail", message: expect.stringContaining(advice) })
    expect(checks.has("ledger")).toBe(false)
  })
})
