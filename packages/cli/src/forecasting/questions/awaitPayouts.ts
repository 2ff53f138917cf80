import type { ResolutionJob } from "@auspex/domain/scoring"
import { Effect } from "effect"
import type { Connection } from "../../kit/connection/Connection.ts"
import { progressLine } from "../../kit/output/ProgressLine.ts"
import type { CommonFlags, Invocation } from "../../kit/invocation/Invocation.ts"

/** Waits until all payouts of a job are made, and shows the progress. */
export const awaitPayouts = (
  call: Invocation<CommonFlags>,
  { api, continuePayouts }: Connection,
  started: ResolutionJob
) =>
  Effect.scoped(Effect.gen(function*() {
    const bar = yield* progressLine(call.io, "paying")
    let job = started
    while (job.status === "running") {
      yield* bar.to(job.done, job.total)
      yield* continuePayouts
      job = (yield* api.scoring.resolutionJob({ path: { id: job.id } })).job
    }
    yield* bar.to(job.done, job.total)
  }))
