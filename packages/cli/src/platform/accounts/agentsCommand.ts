import { Refusal, refuse } from "@auspex/domain/kernel"
import { Effect, Schema } from "effect"
import { KeyNeeded } from "../../kit/invocation/CommandFailure.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import type { Connection } from "../../kit/connection/Connection.ts"
import { targetText } from "../../kit/connection/Target.ts"
import { printRecord, printText } from "../../kit/output/print.ts"
import type { CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { agentSheet } from "./agentSheet.ts"

const isUuid = Schema.is(Schema.UUID)

/** The id of an agent that is given by id or name. Only administrators may look up accounts by name. */
const idOf = ({ api, target }: Connection, idOrName: string) =>
  isUuid(idOrName) ? Effect.succeed(idOrName) : api.accountAdministration.show({ path: { id: idOrName } }).pipe(
    Effect.catchIf(
      (error): error is Refusal => error instanceof Refusal && error.code === "MISSING_AUTH",
      () =>
        new KeyNeeded({
          message: `${targetText(target)} needs an admin key to look for a name: set AUSPEX_ADMIN_KEY, use `
            + "--admin-key-file, or give the agent's id"
        })
    ),
    Effect.flatMap(({ account }) =>
      account.type === "agent"
        ? Effect.succeed(account.id)
        : refuse("AGENT_NOT_FOUND", `${account.name} is a human; only agents have a public record.`)
    )
  )

export const showAgent = ((call: Invocation<TargetFlags>) =>
  withConnection(
    call,
    (connection) =>
      Effect.gen(function*() {
        const path = { id: yield* idOf(connection, call.args[0]!) }
        const { boards } = connection.api
        const agent = yield* boards.agentProfile({ path })
        const { calibration } = yield* boards.agentCalibration({ path, urlParams: {} })
        yield* call.flags.output === "table"
          ? printText(call, agentSheet(call, agent, calibration))
          : printRecord(call, { agent, calibration }, agent)
      }),
    "optional"
  )) satisfies CommandHandler
