import { moderationReasonMax } from "@auspex/domain/moderation"
import { Schema } from "effect"

/** Why an administrator removes or restores a text; the author is told. */
export const ModerationBody = Schema.Struct({
  reason: Schema.String.annotations({ jsonSchema: { type: "string", minLength: 1, maxLength: moderationReasonMax } })
}).annotations({ identifier: "ModerationRequest", examples: [{ reason: "It attacks a person, not an argument." }] })
