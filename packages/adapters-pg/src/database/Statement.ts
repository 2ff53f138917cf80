import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"

/** The SQL types of parameters and the values that they accept; all accept null. */
interface ParameterTypes {
  readonly uuid: string
  readonly text: string
  /** JSON as text, because the driver passes an array as a Postgres array. */
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

/** The names and types of parameters, in the order of their numbers. */
export type ParameterNames = Readonly<Record<string, keyof ParameterTypes>>

/** The reference to each parameter in the text: its number and type. */
export type ParameterReferences<Names extends ParameterNames> = { readonly [Name in keyof Names]: string }

/** A value for each parameter. */
export type ParameterValues<Names extends ParameterNames> = {
  readonly [Name in keyof Names]: ParameterTypes[Names[Name]] | null
}

/** A statement with constant text, so that the driver can keep it prepared, and with named parameters. */
export interface Statement<Row extends object, Values> {
  readonly text: string
  /** The names of the parameters, in the order of their numbers. */
  readonly names: ReadonlyArray<string>
  /** Runs the statement with a value for each name, and returns the rows as the driver reads them. */
  readonly run: (sql: SqlClient, values: Values) => Effect.Effect<ReadonlyArray<Row>, SqlError>
}

/**
 * Makes a statement with named parameters, once, when its module is loaded. `write` gets a reference (`$1::uuid`) for
 * each name. A name that is not declared does not compile; a name that the text does not use throws.
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
): Statement<Row, ParameterValues<Names>> => {
  const names = Object.keys(types)
  const references = Object.fromEntries(names.map((name, at) => [name, `$${at + 1}::${types[name]}`]))
  const text = write(references as ParameterReferences<Names>)
  const unused = names.filter((name) => !text.includes(references[name]!))
  if (unused.length > 0) throw new Error(`the statement does not use ${unused.join(", ")}: ${text}`)
  return {
    text,
    names,
    run: (sql, values) => {
      const byName: Readonly<Record<string, unknown>> = values
      return sql.unsafe<Row>(text, names.map((name) => byName[name]))
    }
  }
}
