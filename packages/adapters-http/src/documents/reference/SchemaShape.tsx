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

/** What a schema admits, in words: its type, its limits and its default. Components are links. */
export const SchemaShape = ({ of: schema }: { readonly of: Json }): Html => {
  const { anyOf, oneOf, $ref } = schema
  if (typeof $ref === "string") {
    const name = componentNameOf($ref)
    return <a href={`#${objectIdOf(name)}`}>{name}</a>
  }
  const values: ReadonlyArray<unknown> | undefined = schema["const"] === undefined ? schema["enum"] : [schema["const"]]
  const alternatives: ReadonlyArray<Json> | undefined = anyOf ?? oneOf
  const types: ReadonlyArray<string> = [schema["type"] ?? "any value"].flat()
  const shown: ReadonlyArray<Html> = values !== undefined
    ? [<Joined between=", ">{values.map((value) => <code>{String(value)}</code>)}</Joined>]
    : alternatives !== undefined
    ? [<Joined between=" or ">{alternatives.map((one) => <SchemaShape of={one} />)}</Joined>]
    : types.length > 1
    ? [<Joined between=" or ">{types.map((type) => <SchemaShape of={{ ...schema, type }} />)}</Joined>]
    : partsOf(schema, types[0] as string)
  const unset = schema["default"]
  return (
    <Joined between=", ">
      {[...shown.filter(Boolean), ...(unset === undefined ? [] : [<>{JSON.stringify(unset)} when unset</>])]}
    </Joined>
  )
}
