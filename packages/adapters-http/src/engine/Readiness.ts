import { Context, type Deferred, Layer } from "effect"

/** Whether this process takes traffic; turned when it begins to stop. Shared by its listeners. */
export class Readiness extends Context.Tag("auspex/http/Readiness")<Readiness, {
  stopping: boolean
  /** The question to the database that is under way, for all probes that ask meanwhile. */
  probe: Deferred.Deferred<boolean> | undefined
}>() {
  static readonly layer: Layer.Layer<Readiness> = Layer.sync(Readiness, () => ({ stopping: false, probe: undefined }))
}
