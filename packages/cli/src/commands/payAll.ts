import type { ResolutionJob } from "@auspex/domain/scoring"
import { Effect } from "effect"
import type { Administration } from "../connection/Administration.ts"
import { progressLine } from "../output/ProgressLine.ts"
import type { CommonFlags, Invocation } from "../invocation/Invocation.ts"

/** Stays until every payout of a job is made. */
export const payAll = (call: Invocation<CommonFlags>, { questions }: Administration, begun: ResolutionJob) =>
  Effect.scoped(Effect.gen(function*() {
    const bar = yield* progressLine(call.io, "paying")
    let job = begun
    while (job.status === "running") {
      yield* bar.to(job.done, job.total)
      job = yield* questions.payOn(job.id)
    }
    yield* bar.to(job.done, job.total)
  }))
