import { Effect } from "effect"
import type { CommandHandler, Invocation } from "../../kit/invocation/Invocation.ts"

interface ServeFlags {
  readonly host?: string
  readonly port?: string
  readonly researchPort?: string
  readonly dataDir?: string
  readonly databaseUrl?: string
  readonly demo?: boolean
}

/**
 * `auspex serve`: starts a separate main program with its own signal handling and exit. This effect waits forever and
 * cannot be interrupted, so that no signal cuts the graceful stop short.
 */
export const serveCommand = (({ flags, io }: Invocation<ServeFlags>) =>
  Effect.zipRight(
    Effect.promise(async () => {
      const { runServe } = await import("./serve.ts")
      const { databaseUrl, dataDir, demo, host, port, researchPort } = flags
      runServe({ databaseUrl, dataDir, demo, host, port, researchPort }, io)
    }),
    Effect.uninterruptible(Effect.never)
  )) satisfies CommandHandler
