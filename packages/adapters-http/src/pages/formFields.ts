/** The lines of a text that are not empty. */
export const linesOf = (text: string | null): ReadonlyArray<string> =>
  (text ?? "").split("\n").map((line) => line.trim()).filter((line) => line !== "")

/** A field of a form; undefined when it is empty. */
export const givenOf = (form: URLSearchParams, name: string): string | undefined => {
  const value = (form.get(name) ?? "").trim()
  return value === "" ? undefined : value
}

/** A field that is a number; NaN for what is none, which every rule of numbers refuses. */
export const numberOf = (form: URLSearchParams, name: string): number => Number(givenOf(form, name) ?? Number.NaN)
