/** The parameters of a statement that is assembled from the filters that are set, in the order of their use. */
export interface Parameters {
  readonly values: ReadonlyArray<unknown>
  /** Adds a value and returns its reference in the text. */
  readonly put: (value: unknown, type: string) => string
}

/** An assembled statement and its parameters. */
export interface Composed {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}

export const makeParameters = (): Parameters => {
  const values: Array<unknown> = []
  return { values, put: (value, type) => `$${values.push(value)}::${type}` }
}
