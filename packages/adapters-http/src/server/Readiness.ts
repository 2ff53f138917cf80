import { Context, Layer } from "effect"

/** Whether this process takes traffic; turned when it begins to stop. Shared by its listeners. */
export class Readiness extends Context.Tag("auspex/http/Readiness")<Readiness, { stopping: boolean }>() {
  static readonly layer: Layer.Layer<Readiness> = Layer.sync(Readiness, () => ({ stopping: false }))
}
