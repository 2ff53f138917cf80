import { Effect } from "effect"
import type { CommandAct, Invocation } from "../invocation/Invocation.ts"

interface ServeFlags {
  readonly host?: string
  readonly port?: string
  readonly researchPort?: string
  readonly dataDir?: string
  readonly databaseUrl?: string
  readonly demo?: boolean
}

/**
 * `auspex serve`: a main program of its own takes over, with its own signals and its own end. This one waits for ever and
 * lets no signal through, so that the graceful stop is not cut short.
 */
export const serveCommand = (({ flags }: Invocation<ServeFlags>) =>
  Effect.zipRight(
    Effect.promise(async () => {
      const { runServe } = await import("./serve.ts")
      const { databaseUrl, dataDir, demo, host, port, researchPort } = flags
      runServe({ databaseUrl, dataDir, demo, host, port, researchPort })
    }),
    Effect.uninterruptible(Effect.never)
  )) satisfies CommandAct
