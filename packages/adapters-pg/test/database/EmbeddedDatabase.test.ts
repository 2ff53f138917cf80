import { EmbeddedDatabase, Migrations } from "@auspex/adapters-pg"
import { announceAddresses, lockFileOf, readLock } from "@auspex/adapters-pg/directory"
import { SqlClient } from "@effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { unpackDirectory } from "../../src/database/PrebuiltDirectory.ts"

describe("EmbeddedDatabase", () => {
  let dataDir: string
  beforeAll(() => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "auspex-embedded-"))
  })
  afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))
  const opened = <A, E>(use: Effect.Effect<A, E, SqlClient>) => Effect.provide(use, EmbeddedDatabase.layer({ dataDir }))

  it.live("keeps its data, holds its lock while open, and announces its addresses", () =>
    Effect.gen(function*() {
      yield* opened(Effect.gen(function*() {
        const sql = yield* SqlClient
        yield* Migrations.apply()
        yield* sql`insert into leases values ('kept', 'me', now())`
        expect(readLock(dataDir)).toMatchObject({ pid: process.pid, host: os.hostname() })
        yield* announceAddresses(dataDir, { core: "http://127.0.0.1:8787" })
        expect(readLock(dataDir)?.addresses).toEqual({ core: "http://127.0.0.1:8787" })

        const second = yield* Effect.flip(opened(SqlClient))
        expect(second._tag).toBe("DataDirectoryLocked")
        expect(second.message).toMatch(
          new RegExp(`process ${process.pid} since .*, which answers at http://127.0.0.1:8787`)
        )
      }))
      expect(readLock(dataDir)).toBeUndefined()
      expect(fs.existsSync(lockFileOf(dataDir))).toBe(false)
      const rows = yield* opened(Effect.flatMap(SqlClient, (sql) => sql`select name from leases`))
      expect(rows).toEqual([{ name: "kept" }])
    }))

  it.live("takes over the lock of a dead process, and one that was truncated while being written", () =>
    Effect.gen(function*() {
      const { pid: dead } = spawnSync(process.execPath, ["-e", ""])
      const lock = (content: string) => fs.writeFileSync(lockFileOf(dataDir), content)
      const open = opened(Effect.flatMap(SqlClient, (sql) => sql`select 1 as one`))
      const holder = { host: os.hostname(), started_at: "2026-01-01T00:00:00.000Z" }
      lock(JSON.stringify({ ...holder, pid: dead }))
      expect(yield* open).toEqual([{ one: 1 }])
      lock("{\"pid\": 1")
      expect(yield* open).toEqual([{ one: 1 }])
      lock(JSON.stringify({ ...holder, pid: process.ppid, boot_id: "of an earlier boot" }))
      expect(yield* open).toEqual([{ one: 1 }])
      lock(JSON.stringify({ ...holder, host: "elsewhere", pid: 1 }))
      expect((yield* Effect.flip(open)).message).toMatch(/process 1 on elsewhere since 2026-01-01/)
      const before = new Date(Date.now() - 120_000)
      fs.utimesSync(lockFileOf(dataDir), before, before)
      expect(yield* open).toEqual([{ one: 1 }])
    }))

  it("unpacks archives only inside their target", () => {
    const header = Buffer.alloc(1_024)
    header.write("../../escape.txt")
    header.write("00000000003", 124)
    header.write("0", 156)
    header.write("hey", 512)
    const target = path.join(dataDir, "unpacked")
    unpackDirectory(Buffer.concat([header, Buffer.alloc(1_024)]), target)
    expect(fs.readFileSync(path.join(target, "escape.txt"), "utf8")).toBe("hey")
  })
})
