import type { PanelRun } from "@auspex/domain/panelRuns"
import { Effect } from "effect"
import { type ResearchConnection, withResearch } from "../../kit/connection/researchConnection.ts"
import type { CommandHandler, Invocation, ResearchFlags } from "../../kit/invocation/Invocation.ts"
import { printNote, printRecord } from "../../kit/output/print.ts"
import { progressLine } from "../../kit/output/ProgressLine.ts"
import { wholeNumber } from "../../kit/connection/pages.ts"

const pathOf = (call: Invocation<ResearchFlags>) => ({ id: call.args[0]! })

const watchSeconds = 2

const runLine = ({ calls, method, planned, reason, reasoned, status }: PanelRun): string =>
  `${status}${reason === null ? "" : ` (${reason})`}: ${reasoned} of ${planned} reasonings, ${
    method === "extractive" ? "without a model" : `${calls} requests`
  }`

/** Follows a run until it has ended: a bar on a terminal, a line for each change elsewhere. */
const follow = (call: Invocation<ResearchFlags>, { api }: ResearchConnection, id: string) =>
  Effect.scoped(Effect.gen(function*() {
    const bar = yield* progressLine(call.io, "reasonings")
    const isTerminal = call.io.stderr.isTTY === true
    let last = ""
    for (;;) {
      const run = yield* api.runs.latest({ path: { id } })
      yield* bar.to(run.reasoned + run.given_up.length, run.planned)
      const line = runLine(run)
      if (!isTerminal && line !== last) yield* printNote(call, line)
      last = line
      if (run.ended_at !== null) return run
      yield* Effect.sleep(watchSeconds * 1_000)
    }
  }))

const printRun = (call: Invocation<ResearchFlags>, run: PanelRun) => {
  const { budget: _, given_up, ...shown } = run
  return printRecord(call, { ...run }, { ...shown, given_up: given_up.length })
}

const exitOf = ({ status }: PanelRun) => status === "completed" ? "ok" as const : "refused" as const

interface RunFlags extends ResearchFlags {
  readonly calls?: string
  readonly watch?: boolean
}

/** `auspex research run`: starts a run, and with `--watch` waits until it has ended. */
export const startRun = ((call: Invocation<RunFlags>) =>
  withResearch(call, (connection) =>
    Effect.gen(function*() {
      const { calls, watch } = call.flags
      const payload = calls === undefined ? {} : { calls_max: yield* wholeNumber("--calls", calls, 1, 1_000_000) }
      const started = yield* connection.api.runs.start({ path: pathOf(call), payload })
      if (watch !== true) {
        yield* printRun(call, started)
        return "ok" as const
      }
      const run = yield* follow(call, connection, started.project_id)
      yield* printRun(call, run)
      return exitOf(run)
    }))) satisfies CommandHandler

/** `auspex research watch`: follows the last run. */
export const watchRun =
  ((call: Invocation<ResearchFlags>) =>
    withResearch(call, (connection) =>
      Effect.gen(function*() {
        const run = yield* follow(call, connection, call.args[0]!)
        yield* printRun(call, run)
        return exitOf(run)
      }))) satisfies CommandHandler

/** `auspex research cancel`. */
export const cancelRun = ((call: Invocation<ResearchFlags>) =>
  withResearch(
    call,
    ({ api }) => Effect.flatMap(api.runs.cancel({ path: pathOf(call) }), (run) => printRun(call, run))
  )) satisfies CommandHandler
