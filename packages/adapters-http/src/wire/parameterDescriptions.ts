import { dataFile } from "@auspex/domain/kernel"
import { Schema } from "effect"
import descriptions from "./parameterDescriptions.json" with { type: "json" }

const Descriptions = Schema.Record({ key: Schema.String, value: Schema.NonEmptyTrimmedString })

const ParameterDescriptions = Schema.Struct({
  /** The descriptions of parameters by name. A description in the parameter's own schema takes precedence. */
  byName: Descriptions,
  /** What a name that means several things describes, by the path of the operation and the name. */
  byPlace: Descriptions,
  /** Descriptions of `{id}` by the path segment before it. */
  idBySegment: Descriptions
})

const { byName, byPlace, idBySegment } = dataFile("parameterDescriptions.json", ParameterDescriptions, descriptions)

/**
 * The description of the parameter `name` of the operation at `path`, if it follows from its name or place.
 *
 * @example parameterDescriptionOf("/api/issues/{id}", "id") // "The id."
 */
export const parameterDescriptionOf = (path: string, name: string): string | undefined =>
  byPlace[`${path} ${name}`] ??
    (name === "id" ? idBySegment[/([\w-]+)\/\{id\}/.exec(path)?.[1] ?? ""] : byName[name])
