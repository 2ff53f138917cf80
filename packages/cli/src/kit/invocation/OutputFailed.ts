import { Data, Effect } from "effect"
import type { CommandIo } from "./CommandIo.ts"
import { systemCodeOf, systemReason } from "./systemReason.ts"

/** Output that could not be written. */
export class OutputFailed extends Data.TaggedError("OutputFailed")<{
  /** The stream or the file. */
  readonly where: string
  /** The system's name for the reason, such as ENOSPC. */
  readonly code: string
  /** What the reader has lost, as a sentence. */
  readonly lost?: string
}> {
  override get message(): string {
    const lost = this.lost === undefined ? "" : `. ${this.lost}`
    return `${this.where} cannot be written: ${systemReason(this.code)}${lost}`
  }
}

/**
 * Writes to standard output and waits until the text has been taken. Fails also if the reader has closed the pipe: for
 * what is shown only once, which `lost` then says what to do about.
 */
export const writeSurely = (
  { stdout }: Pick<CommandIo, "stdout">,
  text: string,
  lost?: string
): Effect.Effect<void, OutputFailed> =>
  Effect.uninterruptible(Effect.async<void, OutputFailed>((resume) => {
    stdout.write(text, (error) => {
      if (error === undefined || error === null) return resume(Effect.void)
      const code = systemCodeOf(error)
      resume(
        Effect.fail(new OutputFailed({ where: "standard output", code, ...(lost === undefined ? {} : { lost }) }))
      )
    })
  }))
