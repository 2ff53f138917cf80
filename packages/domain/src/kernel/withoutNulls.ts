type NullableKeys<Row> = { readonly [Key in keyof Row]: null extends Row[Key] ? Key : never }[keyof Row]

/** A row whose null fields are left out. */
export type WithoutNulls<Row> =
  & { readonly [Key in Exclude<keyof Row, NullableKeys<Row>>]: Row[Key] }
  & { readonly [Key in NullableKeys<Row>]?: Exclude<Row[Key], null> }

/**
 * Leaves out the fields that are null: optional fields that are not set are absent on the wire.
 *
 * @example withoutNulls({ a: 1, b: null }) // { a: 1 }
 */
export const withoutNulls = <Row extends object>(row: Row): WithoutNulls<Row> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<Row>
