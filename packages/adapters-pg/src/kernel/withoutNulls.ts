type NullableKeys<Row> = { readonly [Key in keyof Row]: null extends Row[Key] ? Key : never }[keyof Row]

/** A row whose unset columns are left out, as optional fields of the domain are. */
export type WithoutNulls<Row> =
  & { readonly [Key in Exclude<keyof Row, NullableKeys<Row>>]: Row[Key] }
  & { readonly [Key in NullableKeys<Row>]?: Exclude<Row[Key], null> }

/** Leaves out the columns that are null. */
export const withoutNulls = <Row extends object>(row: Row): WithoutNulls<Row> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<Row>
