import { orRefuse } from "@auspex/domain/kernel"
import { judgeResolution, moveOf, type ResolutionRequest } from "@auspex/domain/questions"
import { Effect } from "effect"
import { confirm } from "../connection/confirm.ts"
import { withConnection } from "../connection/connect.ts"
import { targetText } from "../connection/Target.ts"
import { answerOne, say } from "../output/answer.ts"
import type { ActFlags, CommandAct, Invocation } from "../program/Invocation.ts"
import { payAll } from "./payAll.ts"
import { answerQuestion } from "./questionsCommand.ts"
import { resolutionText } from "./resolutionText.ts"

interface ResolveFlags extends ActFlags {
  readonly outcome?: "yes" | "no" | "void"
  readonly option?: ReadonlyArray<string>
  readonly note?: string
  readonly evidenceUrl?: ReadonlyArray<string>
}

const requestOf = ({ evidenceUrl, note, option, outcome }: ResolveFlags): ResolutionRequest => ({
  ...(outcome === undefined ? {} : { outcome: outcome === "void" ? null : outcome === "yes" }),
  ...(option === undefined ? {} : { correct_options: option }),
  ...(note === undefined ? {} : { resolution_note: note }),
  ...(evidenceUrl === undefined ? {} : { evidence_urls: evidenceUrl })
})

/** `auspex questions resolve`. */
export const resolveQuestion =
  ((call: Invocation<ResolveFlags>) =>
    withConnection(call, (administration) =>
      Effect.gen(function*() {
        const { questions, target } = administration
        const request = requestOf(call.flags)
        const before = yield* questions.show(call.args[0]!)
        yield* orRefuse(moveOf(before.status, "resolve"))
        const { resolution } = yield* orRefuse(judgeResolution(before, request))
        const sentence = `resolve "${before.question.slice(0, 80)}" as ${resolutionText(resolution)}, `
          + `which settles ${before.prediction_count} predictions for good`
        if (call.flags.dryRun === true) {
          yield* say(call, `dry run: would ${sentence}, on ${targetText(target)}`)
          return yield* answerQuestion(call, before)
        }
        yield* confirm(call, target, `About to ${sentence}.`)
        const { job, question } = yield* questions.resolve(before.id, request)
        if (job !== undefined) {
          yield* say(call, `resolved; ${job.total} predictions are being paid (job ${job.id})`)
          yield* payAll(call, administration, job)
        }
        yield* answerOne(call, { question }, question)
      }))) satisfies CommandAct
