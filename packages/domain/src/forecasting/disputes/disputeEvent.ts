import type { PlatformEvent } from "../../platform/events/PlatformEvent.ts"
import type { DisputeMove } from "./DisputeMove.ts"

/** The event that a move of a dispute fires. */
export const disputeEvent = (
  { fires, to }: DisputeMove,
  dispute: { readonly id: string; readonly question_id: string; readonly disputed_by: string }
): PlatformEvent =>
  fires === "dispute.opened"
    ? {
      event: fires,
      data: { dispute_id: dispute.id, question_id: dispute.question_id },
      actor_id: dispute.disputed_by
    }
    : { event: fires, data: { dispute_id: dispute.id, status: to }, question_id: dispute.question_id }
