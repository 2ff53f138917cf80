import { Effect, Layer } from "effect"
import { database } from "../../composition/Database.ts"
import { demoLines, fillDemo } from "../../demo/Demo.ts"
import { publicUrlOf, webhookSecrets } from "../../composition/ExternalServices.ts"
import { settingsForTarget } from "../../kit/connection/localConnection.ts"
import { targetText } from "../../kit/connection/Target.ts"
import { printNote, printRecord, printText } from "../../kit/output/print.ts"
import { progressLine } from "../../kit/output/ProgressLine.ts"
import type { CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { databaseTargetOf } from "../../kit/connection/databaseTarget.ts"

/** `auspex demo`: fills a database that no server holds, as `serve --demo` does at its start. */
export const demoCommand = ((call: Invocation<TargetFlags>) =>
  Effect.scoped(Effect.gen(function*() {
    const target = yield* databaseTargetOf(call)
    const settings = yield* settingsForTarget(target, call.io.env)
    yield* printNote(call, `filling ${targetText(target)}`)
    const bar = yield* progressLine(call.io, "season")
    const outcome = yield* Effect.provide(
      fillDemo({ onProgress: ({ done, total }) => bar.to(done, total) }),
      Layer.merge(database(settings), webhookSecrets(settings))
    )
    const url = publicUrlOf(settings)
    if (call.flags.output === "json" || call.flags.output === "ndjson")
      yield* printRecord(call, { ...outcome, url }, {})
    else yield* printText(call, demoLines(outcome, url).join("\n"))
    return outcome.kind === "filled" ? "ok" as const : "conflict" as const
  }))) satisfies CommandHandler
