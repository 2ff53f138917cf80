import { DiskGuard, EmbeddedDatabase } from "@auspex/adapters-pg"
import { WriteGate } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { afterAll, describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { hasReserve, keepReserve, releaseReserve, reserveBytes, reserveFileOf } from "../../src/database/DiskReserve.ts"
import { retriedWithReserve } from "../../src/database/ReservedNodeFs.ts"

const mebibyte = 1_048_576

describe("the disk of an embedded database", () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "auspex-disk-"))
  afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))
  let free = 500 * mebibyte
  const until = (condition: () => boolean) => Effect.repeat(Effect.sleep(20), { until: condition })
  const guarded = DiskGuard.layer({ dataDir, freeSpace: () => Promise.resolve(free) }).pipe(
    Layer.provideMerge(EmbeddedDatabase.layer({ dataDir }))
  )

  it.live(
    "closes the gate below the floor, keeps the reserve, and opens it when there is space again",
    () =>
      Effect.gen(function*() {
        const { closedBecause } = yield* WriteGate
        const sql = yield* SqlClient
        expect([closedBecause(), fs.statSync(reserveFileOf(dataDir)).size]).toEqual([undefined, reserveBytes])
        free = 23 * mebibyte
        yield* until(() => closedBecause() !== undefined)
        expect(closedBecause()).toMatch(/nearly full: 23 MiB free, and writes need 24 MiB/)
        expect(yield* sql`select 1 as one`).toEqual([{ one: 1 }])
        expect(hasReserve(dataDir)).toBe(true)
        // Slightly more than the floor is not enough to open.
        free = 31 * mebibyte
        yield* until(() => closedBecause()?.includes("31 MiB") === true)
        expect(releaseReserve(dataDir)).toBe(true)
        free = 40 * mebibyte
        yield* until(() => closedBecause() === undefined)
        expect(hasReserve(dataDir)).toBe(false)
        free = 500 * mebibyte
        yield* until(() => hasReserve(dataDir))
      }).pipe(Effect.provide(guarded)),
    300_000
  )

  it.live(
    "does not fill up with the log: Postgres reuses its segments",
    () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const segments = () =>
          fs.readdirSync(path.join(dataDir, "pg/pg_wal")).filter((name) => name.startsWith("0")).length
        yield* sql`create table t_filler (a text)`
        for (let round = 0; round < 12; round++) {
          yield* sql`insert into t_filler select repeat(md5(n::text), 20) from generate_series(1, 15000) n`
          yield* sql`truncate t_filler`
          yield* sql<{ short: boolean }>`select pg_current_wal_lsn() - redo_lsn < ${
            40 * mebibyte
          } as short from pg_control_checkpoint()`.pipe(
            Effect.repeat({ until: ([row]) => row?.short === true, schedule: Schedule.spaced("20 millis") })
          )
        }
        expect(yield* sql`select pg_current_wal_lsn() - '0/0' > ${100 * mebibyte} as is_long`).toEqual([{
          is_long: true
        }])
        expect(segments()).toBeLessThan(6)
        yield* sql`drop table t_filler`
      }).pipe(Effect.provide(guarded)),
    300_000
  )
})

describe("a file operation on a full disk", () => {
  const full = Object.assign(new Error("no space"), { errno: 51 })

  it("is retried once the reserve is released, and fails when there is none", async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "auspex-reserve-"))
    await keepReserve(dataDir)
    const tries: Array<string> = []
    const write = retriedWithReserve((text: string) => {
      tries.push(text)
      if (hasReserve(dataDir)) throw full
      return text.length
    }, () => releaseReserve(dataDir))
    expect([write("four"), tries]).toEqual([4, ["four", "four"]])
    const always = retriedWithReserve(() => {
      throw full
    }, () => releaseReserve(dataDir))
    expect(always).toThrow("no space")
    const other = retriedWithReserve(() => {
      throw Object.assign(new Error("denied"), { errno: 2 })
    }, () => true)
    expect(other).toThrow("denied")
    fs.rmSync(dataDir, { recursive: true })
  })
})
