import type { OutboundFailureReason } from "@auspex/domain/kernel"

/** Why an exchange broke off, inside of the guard's promises; outside it is an `OutboundFailure`. */
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
