import { frameRouterLocal, frameRouterNats } from "@auspex/adapters-bridge/router"
import { frameRouterNotify } from "@auspex/adapters-pg"
import type { FrameRouter } from "@auspex/domain/inference"
import { Effect, type Layer } from "effect"
import type { Settings } from "./Settings.ts"

const connected = Effect.logDebug("Messages between instances arrive")
const lost = (cause: unknown) =>
  Effect.logWarning("Messages between instances do not arrive; machines at other instances cannot be used", cause)

/**
 * Messages between the instances on one server database: through NATS if it is configured, else through the database. An
 * embedded database has one instance, and a command serves nobody, so they need none.
 */
export const frameRouter = (
  { databaseUrl, natsUrl }: Pick<Settings, "databaseUrl" | "natsUrl">,
  isServing: boolean
): Layer.Layer<FrameRouter> =>
  databaseUrl === undefined || !isServing
    ? frameRouterLocal()
    : natsUrl === undefined
    ? frameRouterNotify({ url: databaseUrl, connected, lost })
    : frameRouterNats({ url: natsUrl, connected, lost })
