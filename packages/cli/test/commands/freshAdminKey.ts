import { AdminKeys } from "@auspex/domain/accounts"
import { Effect } from "effect"
import type { RunningAuspex } from "../harness.ts"

/** Creates an admin key on a server whose database has been emptied. */
export const freshAdminKey = (server: RunningAuspex, name = "tester"): Promise<string> =>
  server.run(Effect.flatMap(AdminKeys, (keys) => Effect.map(keys.make({ name: "test" }, name), ({ secret }) => secret)))
