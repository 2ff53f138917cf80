import { type Html, Joined } from "../../kit/Html.tsx"
import type { Json } from "../openApiSchemas.ts"

/** The name of the component that a reference leads to. */
export const componentNameOf = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1)

/** The id of the part of the page that describes a component. */
export const objectIdOf = (name: string): string => `object-${name}`

const figure = (value: number): string => value.toLocaleString("en")

/**
 * A range in words.
 *
 * @example rangeInWords(1, 80) // "1 to 80"
 * @example rangeInWords(undefined, 80) // "up to 80"
 */
export const rangeInWords = (least: number | undefined, most: number | undefined): string | undefined => {
  if (least !== undefined && most !== undefined) {
    return least === most ? figure(least) : `${figure(least)} to ${figure(most)}`
  }
  if (most !== undefined) return `up to ${figure(most)}`
  return least === undefined || least === 0 ? undefined : `${figure(least)} or more`
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "time",
  date: "date",
  email: "e-mail address",
  uri: "address",
  uuid: "id"
}

const counted = (range: string | undefined, noun: string): string | undefined =>
  range === undefined ? undefined : `${range} ${range === "1" ? noun.slice(0, -1) : noun}`

/** The type and limits of a schema of one JSON type, in parts. */
const partsOf = (schema: Json, type: string): ReadonlyArray<Html> => {
  switch (type) {
    case "string":
      return [
        formats[schema["format"]] ?? "string",
        counted(rangeInWords(schema["minLength"], schema["maxLength"]), "characters"),
        schema["pattern"] && (
          <>
            matches <code>{schema["pattern"]}</code>
          </>
        )
      ]
    case "integer":
    case "number":
      return [
        type === "integer" ? "whole number" : "number",
        rangeInWords(schema["minimum"], schema["maximum"]),
        schema["exclusiveMinimum"] !== undefined && `above ${figure(schema["exclusiveMinimum"])}`
      ]
    case "array":
      return [
        schema["items"] === undefined || Array.isArray(schema["items"])
          ? "list"
          : (
            <>
              list of <SchemaShape of={schema["items"]} />
            </>
          ),
        counted(rangeInWords(schema["minItems"], schema["maxItems"]), "items")
      ]
    case "object":
      return [
        schema["properties"] === undefined && typeof schema["additionalProperties"] === "object"
          ? (
            <>
              object; each of its fields is <SchemaShape of={schema["additionalProperties"]} />
            </>
          )
          : "object"
      ]
    default:
      return [type]
  }
}

/** Alternatives. Objects without names count as one, since their fields are listed together. */
const AnyOf = ({ of }: { readonly of: ReadonlyArray<Json> }) => {
  const isUnnamed = (one: Json): boolean => one["properties"] !== undefined
  const shown = of.filter((one, at) => !isUnnamed(one) || at === of.findIndex(isUnnamed))
  return <Joined between=" or ">{shown.map((one) => <SchemaShape of={one} />)}</Joined>
}

/** The type and limits of a schema. */
const BareShape = ({ of: schema }: { readonly of: Json }): Html => {
  if (typeof schema["$ref"] === "string") {
    const name = componentNameOf(schema["$ref"])
    return <a href={`#${objectIdOf(name)}`}>{name}</a>
  }
  const values: ReadonlyArray<unknown> | undefined = schema["const"] === undefined ? schema["enum"] : [schema["const"]]
  if (values !== undefined) {
    return <Joined between=", ">{values.map((value) => <code>{String(value)}</code>)}</Joined>
  }
  if (schema["anyOf"] !== undefined) return <AnyOf of={schema["anyOf"]} />
  if (Array.isArray(schema["type"])) return <AnyOf of={schema["type"].map((type) => ({ ...schema, type }))} />
  return <Joined between=", ">{partsOf(schema, schema["type"] ?? "any value").filter(Boolean)}</Joined>
}

/** What a schema admits, in words: its type, its limits and its default. Components are links. */
export const SchemaShape = ({ of: schema }: { readonly of: Json }): Html => (
  <>
    <BareShape of={schema} />
    {schema["default"] !== undefined && `, ${JSON.stringify(schema["default"])} when unset`}
  </>
)
