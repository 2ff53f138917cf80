import { orRefuse } from "@auspex/domain/kernel"
import { judgeResolution, questionMove } from "@auspex/domain/questions"
import { Effect } from "effect"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { printNote } from "../../kit/output/print.ts"
import type { ChangeFlags, CommandHandler, Invocation } from "../../kit/invocation/Invocation.ts"
import { awaitPayouts } from "./awaitPayouts.ts"
import { printQuestion } from "./questionsCommand.ts"
import { type ResolutionFlags, resolutionRequestOf } from "./resolutionFlags.ts"
import { resolutionText } from "./resolutionText.ts"

/** `auspex questions resolve`. */
export const resolveQuestion =
  ((call: Invocation<ChangeFlags & ResolutionFlags>) =>
    withConnection(call, (connection) =>
      Effect.gen(function*() {
        const { api, target } = connection
        const request = resolutionRequestOf(call.flags)
        const { question: before } = yield* api.questionsAdmin.adminQuestion({ path: { id: call.args[0]! } })
        yield* orRefuse(questionMove(before.status, "resolve", "admin"))
        const { resolution } = yield* orRefuse(judgeResolution(before, request))
        const sentence = `resolve "${before.question.slice(0, 80)}" as ${resolutionText(resolution)}, `
          + `which settles ${before.prediction_count} predictions for good`
        if (yield* isDryRun(call, target, sentence)) return yield* printQuestion(call, before)
        yield* confirm(call, target, sentence)
        const resolved = yield* api.scoring.resolveQuestion({ path: { id: before.id }, payload: request })
        if ("job" in resolved) {
          yield* printNote(call, `resolved; ${resolved.job.total} predictions are being paid (job ${resolved.job.id})`)
          yield* awaitPayouts(call, connection, resolved.job)
        }
        yield* printQuestion(call, resolved.question)
      }))) satisfies CommandHandler
