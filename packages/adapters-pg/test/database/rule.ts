import * as fc from "effect/FastCheck"

const seed = 27
/** Inputs that are the same in each run. */
export const sample = <A>(arbitrary: fc.Arbitrary<A>, numRuns = 500): ReadonlyArray<A> =>
  fc.sample(arbitrary, { numRuns, seed })

/** A rule that stands in the domain and in SQL: `sql` reads the fields of an input as the columns of `i`. */
export interface Rule {
  readonly columns: string
  readonly sql: string
  readonly inputs: ReadonlyArray<object>
  readonly expected: ReadonlyArray<unknown>
}

/** States a rule by its inputs and the answers of the domain. */
export const rule = <Input extends object>(
  columns: string,
  sql: string,
  inputs: ReadonlyArray<Input>,
  domain: (input: Input) => unknown
): Rule => ({ columns, sql, inputs, expected: inputs.map(domain) })
