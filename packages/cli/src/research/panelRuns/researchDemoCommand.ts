import { packetHtml } from "@auspex/adapters-http/pictures"
import { Effect } from "effect"
import { resolve } from "node:path"
import { Auspex } from "../../composition/Auspex.ts"
import { settingsForTarget, system } from "../../kit/connection/localConnection.ts"
import { targetText } from "../../kit/connection/Target.ts"
import type { CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { printNote, printRecord } from "../../kit/output/print.ts"
import { writeFile } from "../../kit/output/writeFile.ts"
import { researchDemo } from "./researchDemo.ts"
import { databaseTargetOf } from "../../kit/connection/databaseTarget.ts"

interface DemoFlags extends TargetFlags {
  readonly to?: string
}

/**
 * `auspex research demo`: a brief taken to a packet on a database that no server holds. The pages lie on this machine, so
 * private addresses are reached while the command runs.
 */
export const researchDemoCommand = ((call: Invocation<DemoFlags>) =>
  Effect.gen(function*() {
    const target = yield* databaseTargetOf(call)
    const settings = yield* settingsForTarget(target, call.io.env)
    const file = resolve(call.flags.to ?? "auspex-packet.html")
    yield* printNote(call, `working on ${targetText(target)}`)
    const { key, packet, project_id, workspace_id } = yield* Effect.provide(
      researchDemo(system, (line) => printNote(call, line)),
      // The pages come from this process, which needs no pause between them.
      Auspex.useCases({ ...settings, allowPrivateEgress: true }, { pauseMillis: 0 })
    )
    yield* writeFile(file, packetHtml(packet))
    const made = { workspace_id, project_id, packet_id: packet.id, key, headline: packet.headline, page: file }
    yield* printRecord(call, made, made)
  })) satisfies CommandHandler
