import type { RejectionReason } from "@auspex/domain/evidence"

/** Thrown when a document cannot be read; `message` is a sentence for the owner of the source. */
export class Unreadable extends Error {
  readonly reason: RejectionReason

  constructor(reason: RejectionReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}
