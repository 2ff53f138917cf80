const qualityOf = (accepted: string, type: string): number | undefined => {
  const entry = accepted.split(",").map((part) => part.trim().toLowerCase().split(/\s*;\s*/u))
    .find(([name]) => name === type)
  if (entry === undefined) return undefined
  const quality = entry.slice(1).find((parameter) => parameter.startsWith("q="))
  // What is no number accepts nothing.
  return quality === undefined ? 1 : Number(quality.slice(2)) || 0
}

/**
 * Whether an `Accept` header names HTML and prefers it to JSON, as browsers do for pages. A wildcard prefers neither, so
 * that programs get JSON.
 *
 * @example prefersHtml("text/html,application/xhtml+xml;q=0.9,*\/*;q=0.8") // true
 * @example prefersHtml("*\/*") // false
 */
export const prefersHtml = (accepted: string | undefined): boolean =>
  accepted !== undefined && (qualityOf(accepted, "text/html") ?? 0) > (qualityOf(accepted, "application/json") ?? 0)
