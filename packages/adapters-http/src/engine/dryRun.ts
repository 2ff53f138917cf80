import { editDistance, type Failure, failure } from "@auspex/domain/kernel"
import { parseJsonBody } from "./JsonBody.ts"

const field = "dry_run"
const folded = "dryrun"
/** Longer names are not misspellings of `dry_run` and are skipped. */
const nameLengthMax = 40

/**
 * Whether a name is a misspelling of `dry_run`: it differs in case, in separators or by one letter.
 *
 * @example isMisspeltDryRun("dry-Run") // true
 * @example isMisspeltDryRun("dry_run") // false
 */
export const isMisspeltDryRun = (name: string): boolean =>
  name !== field && name.length <= nameLengthMax &&
  editDistance(name.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""), folded) <= 1

/**
 * Refuses misspellings of `dry_run`. Other unknown names are ignored, but ignoring these would place a real prediction
 * where the client meant a dry run.
 */
export const misspeltDryRuns = (sent: object): ReadonlyArray<Failure> =>
  Object.keys(sent).filter(isMisspeltDryRun).map((name) =>
    failure("INVALID_REQUEST", `${name} is not a parameter; send dry_run for a dry run. Nothing was placed.`, {
      field
    })
  )

interface DryRunFields {
  readonly dry_run?: unknown
}

const isObject = (value: unknown): value is DryRunFields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The failures of `dry_run` in a body: wrong type, misspelling, or contradiction to the query. */
export const dryRunFailures = (query: DryRunFields | undefined, body: unknown): ReadonlyArray<Failure> => {
  if (!isObject(body)) return []
  const asked = body.dry_run ?? undefined
  const misspelt = misspeltDryRuns(body)
  if (asked !== undefined && typeof asked !== "boolean") {
    return [failure("INVALID_REQUEST", "dry_run must be true or false in the body.", { field }), ...misspelt]
  }
  const inQuery = query?.dry_run
  if (asked === undefined || inQuery === undefined || asked === inQuery) return misspelt
  const message = `dry_run is ${String(!asked)} in the query and ${
    String(asked)
  } in the body; send one. Nothing was placed.`
  return [failure("INVALID_REQUEST", message, { field }), ...misspelt]
}

/** Whether a decoded request asks for a dry run, in its query or in its body. */
export const isDryRun = (query: DryRunFields, body: DryRunFields): boolean =>
  query.dry_run === true || body.dry_run === true

/** Like `isDryRun`, but for a request that is not decoded yet: its rate limit is checked before decoding. */
export const asksForDryRun = (
  query: { readonly [name: string]: unknown } | undefined,
  body: Buffer | undefined
): boolean => {
  const inQuery = query?.["dry_run"]
  if (inQuery === "true" || inQuery === "1") return true
  // Avoids parsing a body twice unless it contains the name.
  if (body === undefined || !body.includes(`"${field}"`)) return false
  const parsed = parseJsonBody(body)
  return "value" in parsed && isObject(parsed.value) && parsed.value.dry_run === true
}
