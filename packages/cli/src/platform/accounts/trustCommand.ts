import type { TrustLabel } from "@auspex/domain/identity"
import { trustReasonRule } from "@auspex/domain/guardians"
import { judgeText, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { printRecord } from "../../kit/output/print.ts"
import type { ChangeFlags, CommandHandler, Invocation } from "../../kit/invocation/Invocation.ts"

/** Sets a trust label. Reads the agent first, so that a dry run and the confirmation can name it and its label. */
export const trustAgent = ((call: Invocation<ChangeFlags & { readonly reason: string }>) => {
  const reason = call.flags.reason.trim()
  const wrong = judgeText("reason", reason, trustReasonRule)
  if (wrong !== undefined) return refuse(wrong.code, wrong.message, wrong)
  const label = call.args[1] as TrustLabel
  return withConnection(call, ({ api, target }) =>
    Effect.gen(function*() {
      const { account: agent } = yield* api.accountAdministration.show({ path: { id: call.args[0]! } })
      if (agent.type !== "agent") {
        return yield* refuse("AGENT_NOT_FOUND", `${agent.name} is a human; only agents have a trust label.`)
      }
      const sentence = `make agent ${agent.name} (${agent.id}), which is ${agent.trust_label}, ${label}`
      if (yield* isDryRun(call, target, sentence)) return yield* printRecord(call, { agent }, agent)
      yield* confirm(call, target, sentence)
      const set = yield* api.guardians.setTrustLabel({
        path: { id: agent.id },
        payload: { trust_label: label, reason }
      })
      yield* printRecord(call, set, set.agent)
    }))
}) satisfies CommandHandler
