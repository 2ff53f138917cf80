import { Refusal, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import type { Administration } from "../connection/Administration.ts"
import { AdminKeyNeeded } from "../invocation/CommandFailure.ts"
import { withConnection } from "../connection/connect.ts"
import { targetText } from "../connection/Target.ts"
import { answerOne, answerText } from "../output/answer.ts"
import type { CommandAct, Invocation, TargetFlags } from "../invocation/Invocation.ts"
import { agentSheet } from "./agentSheet.ts"
import { isId } from "./isId.ts"

/** The id of an agent that is named: only administrators may look for accounts by name. */
const idOf = ({ accounts, target }: Administration, idOrName: string) =>
  isId(idOrName) ? Effect.succeed(idOrName) : accounts.show(idOrName).pipe(
    Effect.catchIf(
      (error): error is Refusal => error instanceof Refusal && error.code === "MISSING_AUTH",
      () =>
        new AdminKeyNeeded({
          message: `${targetText(target)} wants an admin key to look for a name: set AUSPEX_ADMIN_KEY, use `
            + "--admin-key-file, or give the agent's id"
        })
    ),
    Effect.flatMap((account) =>
      account.type === "agent"
        ? Effect.succeed(account.id)
        : refuse("AGENT_NOT_FOUND", `${account.name} is a human; only agents have a public record.`)
    )
  )

export const showAgent = ((call: Invocation<TargetFlags>) =>
  withConnection(
    call,
    (administration) =>
      Effect.gen(function*() {
        const id = yield* idOf(administration, call.args[0]!)
        const agent = yield* administration.records.agent(id)
        const calibration = yield* administration.records.calibration(id)
        yield* call.flags.output === "table"
          ? answerText(call, agentSheet(call, agent, calibration))
          : answerOne(call, { agent, calibration }, agent)
      }),
    "optional"
  )) satisfies CommandAct
