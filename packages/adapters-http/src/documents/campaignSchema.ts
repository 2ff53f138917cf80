import { Campaign } from "@auspex/domain/campaigns"
import { JSONSchema } from "effect"

/** The JSON Schema (draft 7) of the files that `auspex plan` and `auspex apply` read, for editors. */
export const campaignSchema = (): object => {
  const { $defs, $ref: _, $schema, ...schema } = JSONSchema.make(Campaign) as unknown as Record<string, unknown> & {
    readonly $defs: Record<string, object>
  }
  const { Campaign: root, ...parts } = $defs
  return { $schema, title: "A campaign of Auspex", ...schema, ...root, $defs: parts }
}
