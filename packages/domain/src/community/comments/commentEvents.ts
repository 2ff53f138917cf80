import type { PlatformEvent } from "../../platform/events/PlatformEvent.ts"

/** A new comment or reply, and the author replied to. */
export interface CreatedComment {
  readonly id: string
  readonly question_id: string
  readonly user_id: string
  readonly user_name: string
  readonly content: string
  /** The author of the comment or prediction that it replies to. */
  readonly replied_to: string | undefined
}

/** The events of a new comment: `comment.created`, and `comment.reply` when it replies to somebody else. */
export const commentEvents = (comment: CreatedComment): ReadonlyArray<PlatformEvent> => {
  const { content, id, question_id, replied_to, user_id, user_name } = comment
  const created: PlatformEvent = {
    event: "comment.created",
    data: { question_id, comment_id: id, content },
    actor_id: user_id
  }
  if (replied_to === undefined || replied_to === user_id) return [created]
  const data = { question_id, comment_id: id, replier_name: user_name }
  return [created, { event: "comment.reply", data, actor_id: user_id, addressee_id: replied_to }]
}
