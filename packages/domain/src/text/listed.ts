/**
 * Joins items with commas and "and".
 *
 * @example listed(["a", "b", "c"]) // "a, b and c"
 */
export const listed = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]!}`
