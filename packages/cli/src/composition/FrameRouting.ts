import { frameRouterLocal } from "@auspex/adapters-bridge/router"
import { frameRouterNotify } from "@auspex/adapters-pg"
import type { FrameRouter } from "@auspex/domain/inference"
import { Effect, type Layer } from "effect"
import type { Settings } from "./Settings.ts"

/**
 * Messages between the instances on one server database. An embedded database has one instance, and a command serves
 * nobody, so they need none.
 */
export const frameRouter = (
  { databaseUrl }: Pick<Settings, "databaseUrl">,
  isServing: boolean
): Layer.Layer<FrameRouter> =>
  databaseUrl === undefined || !isServing
    ? frameRouterLocal()
    : frameRouterNotify({
      url: databaseUrl,
      connected: Effect.logDebug("Messages between instances arrive"),
      lost: (cause) =>
        Effect.logWarning("Messages between instances do not arrive; machines at other instances cannot be used", cause)
    })
