import { onServerDatabase, type TestDatabase } from "@auspex/testkit/databases"
import { describe } from "vitest"
import type { RunningAuspex } from "../harness.ts"
import { auspexOn } from "../servers.ts"
import { callAuspex, type Called, type CallSurroundings } from "./callAuspex.ts"
import { keptServices } from "./keptServices.ts"

/** Runs a command with the flags of the target. */
export type Call = (...argv: ReadonlyArray<string>) => Promise<Called>

/** Like `Call`, with a listener of what is written to standard output. */
type ListenedCall = (listen: (text: string) => void) => Call

/** Runs the tests of an administrator's command twice: through a server over HTTP, and directly on its database. */
export const onServerAndDatabase = (
  title: string,
  body: (auspex: RunningAuspex, call: Call, db: TestDatabase, onOutput: ListenedCall) => void
): void =>
  onServerDatabase(title, (db) => {
    const auspex = auspexOn(db)
    const keep = keptServices()
    const ways = [
      ["a server", () => ({ args: ["--server", auspex.url], env: { AUSPEX_ADMIN_KEY: auspex.adminKey } })],
      ["a database", () => ({ args: ["--database-url", db.url()], env: {} })]
    ] as const
    describe.each(ways)("on %s", (_, surroundings) => {
      const calling = (more: CallSurroundings): Call => (...argv) => {
        const { args, env } = surroundings()
        return callAuspex([...argv, ...args], { env, keep, ...more })
      }
      body(auspex, calling({}), db, (onOutput) => calling({ onOutput }))
    })
  })
