import { ResearchApi } from "@auspex/adapters-http/contract"
import { inProcessClient, researchEnvelope } from "@auspex/adapters-http/engine"
import { researchHandlers, type ResearchServices } from "@auspex/adapters-http/handlers"
import { Effect, Layer } from "effect"
import { Auspex } from "../../composition/Auspex.ts"
import type { CommandIo } from "../invocation/CommandIo.ts"
import { migratedDatabase, settingsForTarget, system } from "./localConnection.ts"
import type { Target } from "./Target.ts"

/** An HTTP client for the research API on the database itself, without a server; it works until the scope closes. */
export const localResearch = (target: Exclude<Target, { kind: "server" }>, env: CommandIo["env"]) =>
  Effect.gen(function*() {
    const settings = yield* settingsForTarget(target, env)
    const context = yield* Layer.build(Layer.provideMerge(Auspex.routesOn(settings), migratedDatabase(settings)))
    return yield* Effect.provide(
      inProcessClient<ResearchServices>({
        api: ResearchApi,
        handlers: researchHandlers,
        administrator: system,
        envelope: researchEnvelope
      }),
      context
    )
  })
