import type { Json } from "../openApiSchemas.ts"
import { InlineText } from "./DescriptionText.tsx"
import { SchemaShape } from "./SchemaShape.tsx"

interface Field {
  /** With the path to it within nested objects. */
  readonly name: string
  readonly schema: Json
  readonly isRequired: boolean
}

/** The objects without names of their own that a field may hold, or hold lists of; `mark` is for the lists. */
const nestedObjects = (schema: Json, mark = ""): ReadonlyArray<readonly [object: Json, mark: string]> => {
  if (schema["properties"] !== undefined) return [[schema, mark]]
  if (schema["items"] !== undefined && !Array.isArray(schema["items"])) {
    return nestedObjects(schema["items"], `${mark}[]`)
  }
  return (schema["anyOf"] ?? []).flatMap((one: Json) => nestedObjects(one, mark))
}

/** The fields of alternative objects: each once, and required if each alternative requires it. */
const united = (alternatives: ReadonlyArray<ReadonlyArray<Field>>): ReadonlyArray<Field> =>
  [...new Map(alternatives.flat().map((field) => [field.name, field])).values()].map((field) => ({
    ...field,
    isRequired: alternatives.every((fields) => fields.some(({ isRequired, name }) => isRequired && name === field.name))
  }))

const fieldsOf = (schema: Json, place = ""): ReadonlyArray<Field> =>
  Object.entries<Json>(schema["properties"] ?? {}).flatMap(([name, part]) => {
    const field = { name: `${place}${name}`, schema: part, isRequired: schema["required"]?.includes(name) === true }
    return [field, ...united(nestedObjects(part).map(([object, mark]) => fieldsOf(object, `${field.name}${mark}.`)))]
  })

interface FieldListProps {
  readonly of: Json
  /** Which fields have a word beside their type: required fields in requests, optional fields in answers. */
  readonly marks: "required" | "optional"
}

/** The fields of an object, each with its type, limits and description; fields of nested objects follow theirs. */
export const FieldList = ({ marks, of }: FieldListProps) => {
  const fields = fieldsOf(of)
  return fields.length === 0 ? null : (
    <dl class="params">
      {fields.map(({ isRequired, name, schema }) => (
        <div>
          <dt>
            <code>{name}</code>{" "}
            <span class="meta">
              <SchemaShape of={schema} />
              {isRequired === (marks === "required") && `, ${marks}`}
            </span>
          </dt>
          {schema["description"] && (
            <dd>
              <InlineText of={schema["description"]} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** The parameters of an operation. */
export const ParameterList = ({ of }: { readonly of: ReadonlyArray<Json> }) => (
  <dl class="params">
    {of.map(({ description, in: place, name, required, schema }) => (
      <div>
        <dt>
          <code>{name}</code>{" "}
          <span class="meta">
            {place}, <SchemaShape of={schema} />
            {required === true && place !== "path" && ", required"}
          </span>
        </dt>
        {description && (
          <dd>
            <InlineText of={description} />
          </dd>
        )}
      </div>
    ))}
  </dl>
)
