import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { expect, it } from "vitest"

onEachDatabase("ids of version 7", (db) => {
  it("begin with the time in 4,096 parts of a millisecond, and end with 62 random bits", () =>
    db.run(Effect.gen(function*() {
      const sql = yield* SqlClient
      const rows = yield* sql.unsafe<{ readonly micros: string; readonly id: string }>(`
        select (extract(epoch from at) * 1000000)::bigint::text as micros, auspex_uuid_v7(at)::text as id
        from (
          select timestamptz '1970-01-01 00:00:00Z' + interval '1 microsecond' * n as at from generate_series(0, 2000) n
          union all
          select timestamptz '2026-11-26 12:00:00Z' + random() * interval '1000 years' from generate_series(1, 2000)
        ) times (at)`)
      for (const { id, micros } of rows) {
        const time = (BigInt(micros) / 1_000n) * 4_096n + ((BigInt(micros) % 1_000n) * 4_096n) / 1_000n
        const digits = time.toString(16).padStart(15, "0")
        expect(id.replaceAll("-", "").slice(0, 16)).toBe(`${digits.slice(0, 12)}7${digits.slice(12)}`)
        expect(id.slice(19)).toMatch(/^[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      }
      expect(new Set(rows.map(({ id }) => id.slice(19))).size).toBe(rows.length)
    })))
})
