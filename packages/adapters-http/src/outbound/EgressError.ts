import type { OutboundFailureReason } from "@auspex/domain/kernel"

/** The failure of an exchange within the guard's promises; callers see it as an `OutboundFailure`. */
export class EgressError extends Error {
  readonly reason: OutboundFailureReason
  readonly status: number | undefined

  constructor(reason: OutboundFailureReason, detail: string, status?: number) {
    super(detail)
    this.name = "EgressError"
    this.reason = reason
    this.status = status
  }
}
