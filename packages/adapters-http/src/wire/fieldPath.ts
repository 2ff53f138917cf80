/**
 * The path of a value in a request, as the `field` of a failure has it; `root` where there are no steps.
 *
 * @example fieldPath(["questions", 0, "title"], "body") // "questions[0].title"
 */
export const fieldPath = (steps: ReadonlyArray<PropertyKey>, root: string): string =>
  steps.reduce<string>(
    (path, step) =>
      typeof step === "number" ? `${path || root}[${step}]` : path === "" ? String(step) : `${path}.${String(step)}`,
    ""
  ) || root
