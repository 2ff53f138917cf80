import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"

/** The types that parameters have in SQL, with the values that they take; all take null. */
interface ParameterTypes {
  readonly uuid: string
  readonly text: string
  /** JSON as text: an array that is passed as it is becomes a Postgres array. */
  readonly "text::jsonb": string
  readonly date: string
  readonly smallint: number
  readonly integer: number
  readonly bigint: number
  readonly "double precision": number
  readonly boolean: boolean
  readonly bytea: Uint8Array
  readonly timestamptz: Date | "infinity" | "-infinity"
}

/** The names of parameters with their types, in the order of their numbers. */
export type ParameterNames = Readonly<Record<string, keyof ParameterTypes>>

/** What stands in the text for each parameter: its number and type. */
export type ParameterReferences<Names extends ParameterNames> = { readonly [Name in keyof Names]: string }

/** A value for each parameter. */
export type Given<Names extends ParameterNames> = {
  readonly [Name in keyof Names]: ParameterTypes[Names[Name]] | null
}

/** A statement whose text is constant, so that the driver can keep it prepared, and whose parameters have names. */
export interface Statement<Row extends object, Values> {
  readonly text: string
  /** The names of the parameters, in the order of their numbers. */
  readonly names: ReadonlyArray<string>
  /** Runs it with a value for each name; its rows as the driver reads them. */
  readonly run: (sql: SqlClient, given: Values) => Effect.Effect<ReadonlyArray<Row>, SqlError>
}

/**
 * Makes a statement of named parameters, once, when its module is loaded. `write` gets a reference (`$1::uuid`) for each name, so a
 * name that is not declared does not compile; one that the text does not use throws.
 *
 * @example
 * const rename = statement<{ readonly id: string }>()(
 *   { id: "uuid", name: "text" },
 *   (p) => `update accounts set name = ${p.name} where id = ${p.id} returning id`
 * )
 * rename.run(sql, { id, name })
 */
export const statement = <Row extends object = never>() =>
<const Names extends ParameterNames>(
  types: Names,
  write: (references: ParameterReferences<Names>) => string
): Statement<Row, Given<Names>> => {
  const names = Object.keys(types)
  const references = Object.fromEntries(names.map((name, at) => [name, `$${at + 1}::${types[name]}`]))
  const text = write(references as ParameterReferences<Names>)
  const unused = names.filter((name) => !text.includes(references[name]!))
  if (unused.length > 0) throw new Error(`the statement does not use ${unused.join(", ")}: ${text}`)
  return {
    text,
    names,
    run: (sql, given) => {
      const values: Readonly<Record<string, unknown>> = given
      return sql.unsafe<Row>(text, names.map((name) => values[name]))
    }
  }
}
