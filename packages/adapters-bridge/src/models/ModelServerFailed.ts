import { Data } from "effect"

/** A model server did not answer, or answered with an error. The message is for the caller of the inference. */
export class ModelServerFailed extends Data.TaggedError("ModelServerFailed")<{
  readonly detail: string
  /** The status of its answer, if that was not 200. */
  readonly status?: number
}> {
  override get message(): string {
    return this.detail
  }
}
