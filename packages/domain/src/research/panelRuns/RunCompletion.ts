import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { PanelMethod } from "./PanelRun.ts"

/** A run that has just completed. */
export interface CompletedRun {
  readonly id: string
  readonly workspace_id: string
  readonly project_id: string
  readonly method: PanelMethod
}

/** Acts on the completion of runs. */
export class RunCompletion extends Context.Tag("auspex/RunCompletion")<RunCompletion, {
  /**
   * Called once for each run that completes, in the unit of work in which it does, when all of its reasonings are stored.
   * A failure undoes the completion, which is then tried again.
   */
  readonly onCompleted: (run: CompletedRun) => Effect.Effect<void, StorageUnavailable>
}>() {}
