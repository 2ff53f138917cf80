import { Context, type Deferred, Layer } from "effect"

/** Whether this process accepts traffic: `stopping` is set when shutdown begins. Shared by all listeners. */
export class Readiness extends Context.Tag("auspex/http/Readiness")<Readiness, {
  stopping: boolean
  /** The database check in progress; concurrent probes share its result. */
  probe: Deferred.Deferred<boolean> | undefined
}>() {
  static readonly layer: Layer.Layer<Readiness> = Layer.sync(Readiness, () => ({ stopping: false, probe: undefined }))
}
