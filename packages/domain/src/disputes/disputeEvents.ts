import type { PlatformEvent } from "../webhooks/PlatformEvent.ts"
import type { DisputeEnd } from "./DisputeStatus.ts"

/** A dispute has been filed. */
export const openedEvent = (dispute: {
  readonly id: string
  readonly question_id: string
  readonly disputed_by: string
}): PlatformEvent => ({
  event: "dispute.opened",
  data: { dispute_id: dispute.id, question_id: dispute.question_id },
  actor_id: dispute.disputed_by
})

/** A dispute has ended. */
export const endedEvent = (
  id: string,
  questionId: string,
  status: DisputeEnd
): PlatformEvent => ({
  event: "dispute.resolved",
  data: { dispute_id: id, status },
  question_id: questionId
})
