import { moderationReasonMax } from "@auspex/domain/moderation"
import { Schema } from "effect"

/** The reason for which an administrator removes or restores a text; the author is notified of it. */
export const ModerationBody = Schema.Struct({
  reason: Schema.String.annotations({ jsonSchema: { type: "string", minLength: 1, maxLength: moderationReasonMax } })
}).annotations({ identifier: "ModerationRequest", examples: [{ reason: "It attacks a person, not an argument." }] })
