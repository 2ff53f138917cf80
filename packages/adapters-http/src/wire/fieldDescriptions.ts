import { dataFile } from "@auspex/domain/kernel"
import { Schema } from "effect"
import descriptions from "./fieldDescriptions.json" with { type: "json" }

const Text = Schema.NonEmptyTrimmedString

/** Components (or operations) with the descriptions of the fields that they share. */
const FieldDescriptions = Schema.Array(
  Schema.Struct({ components: Schema.Array(Text), fields: Schema.Record({ key: Text, value: Text }) })
)

const byComponent = new Map(
  dataFile("fieldDescriptions.json", FieldDescriptions, descriptions).flatMap(({ components, fields }) =>
    components.map((component) => [component, fields] as const)
  )
)

/**
 * The description of the field `path` of the component (or operation) `owner`, where it is not self-explanatory. A
 * description in the field's own schema takes precedence.
 *
 * @example fieldDescriptionOf("Question", "no_count") // "The number of predictions of no; 0 on a multi question."
 */
export const fieldDescriptionOf = (owner: string, path: string): string | undefined => byComponent.get(owner)?.[path]
