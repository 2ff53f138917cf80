import { onServerDatabase, type TestDatabase } from "@auspex/testkit/databases"
import { describe } from "vitest"
import type { RunningAuspex } from "../harness.ts"
import { auspexOn } from "../servers.ts"
import { callAuspex, type Called } from "./callAuspex.ts"

/** Runs a command with the flags of the target. */
export type Call = (...argv: ReadonlyArray<string>) => Promise<Called>

/** Runs the tests of an administrator's command twice: through a server over HTTP, and directly on its database. */
export const onServerAndDatabase = (
  title: string,
  body: (auspex: RunningAuspex, call: Call, db: TestDatabase) => void
): void =>
  onServerDatabase(title, (db) => {
    const auspex = auspexOn(db)
    const ways = [
      ["a server", () => ({ args: ["--server", auspex.url], env: { AUSPEX_ADMIN_KEY: auspex.adminKey } })],
      ["a database", () => ({ args: ["--database-url", db.url()], env: {} })]
    ] as const
    describe.each(ways)("on %s", (_, surroundings) => {
      const call: Call = (...argv) => {
        const { args, env } = surroundings()
        return callAuspex([...argv, ...args], { env })
      }
      body(auspex, call, db)
    })
  })
