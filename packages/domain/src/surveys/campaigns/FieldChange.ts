/** A value of a field, as it is written in a file. */
export type FieldValue = string | number | boolean | null | ReadonlyArray<string>

/** The fields of an entry, as they are written in a file. */
export type Fields = Readonly<Record<string, FieldValue>>

/** A field that applying a campaign changes. */
export interface FieldChange {
  readonly field: string
  /** Null when the field had no value. */
  readonly from: FieldValue
  readonly to: FieldValue
  /** Whether somebody changed the field after the last application, so that this application undoes the change. */
  readonly drifted: boolean
}

const isList = (value: FieldValue): value is ReadonlyArray<string> => Array.isArray(value)

const isSame = (one: FieldValue, other: FieldValue): boolean =>
  isList(one) && isList(other)
    ? one.length === other.length && one.every((item, at) => item === other[at])
    : one === other

/**
 * The differences of an entry before and after. A field has drifted when it gets the value of the last application
 * again: it must have been changed elsewhere since.
 *
 * @param applied the fields after the last application; empty before the first one
 * @example fieldChanges({ title: "A" }, { title: "B" }, { title: "B" }) // [{ field: "title", from: "A", to: "B", drifted: true }]
 */
export const fieldChanges = (before: Fields, after: Fields, applied: Fields = {}): ReadonlyArray<FieldChange> =>
  Object.entries(after).flatMap(([field, to]) => {
    const from = before[field] ?? null
    if (isSame(from, to)) return []
    const last = applied[field]
    return [{ field, from, to, drifted: last !== undefined && isSame(last, to) }]
  })

/** The members that a list gains and loses, each sorted. */
export const changedMembers = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>
): { readonly added: ReadonlyArray<string>; readonly removed: ReadonlyArray<string> } => {
  const [old, wanted] = [new Set(before), new Set(after)]
  return {
    added: [...wanted].filter((one) => !old.has(one)).sort(),
    removed: [...old].filter((one) => !wanted.has(one)).sort()
  }
}
