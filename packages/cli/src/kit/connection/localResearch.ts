import { ResearchApi } from "@auspex/adapters-http/contract"
import { inProcessClient, researchEnvelope } from "@auspex/adapters-http/engine"
import { researchHandlers, type ResearchServices } from "@auspex/adapters-http/handlers"
import { Effect } from "effect"
import type { CommandIo } from "../invocation/CommandIo.ts"
import { localServices, system } from "./localConnection.ts"
import type { Target } from "./Target.ts"

/** An HTTP client for the research API on the database itself, without a server; it works until the scope closes. */
export const localResearch = (
  target: Exclude<Target, { kind: "server" }>,
  io: Pick<CommandIo, "env" | "keep">
) =>
  Effect.flatMap(localServices(target, io), (context) =>
    Effect.provide(
      inProcessClient<ResearchServices>({
        api: ResearchApi,
        handlers: researchHandlers,
        administrator: system,
        envelope: researchEnvelope
      }),
      context
    ))
