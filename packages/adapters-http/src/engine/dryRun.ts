import { editDistance, type Failure, failure } from "@auspex/domain/kernel"
import { parseJsonBody } from "./JsonBody.ts"

const field = "dry_run"
const folded = "dryrun"
/** A longer name is no misspelling of it; nothing that long is looked at. */
const nameLengthMax = 40

/**
 * Whether a name stands for `dry_run` without being it: it differs in case or separators, or by one letter.
 *
 * @example isMisspeltDryRun("dry-Run") // true
 * @example isMisspeltDryRun("dry_run") // false
 */
export const isMisspeltDryRun = (name: string): boolean =>
  name !== field && name.length <= nameLengthMax &&
  editDistance(name.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""), folded) <= 1

/**
 * Unknown names are ignored, but never one that asks for a dry run: whoever misspells it would place for good what was
 * meant to be tried.
 */
export const misspeltDryRuns = (sent: object): ReadonlyArray<Failure> =>
  Object.keys(sent).filter(isMisspeltDryRun).map((name) =>
    failure("INVALID_REQUEST", `${name} is no parameter; a dry run is asked for by dry_run. Nothing was placed.`, {
      field
    })
  )

interface Asked {
  readonly dry_run?: unknown
}

const isObject = (value: unknown): value is Asked =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What is wrong with how a body asks for a dry run, on its own and beside the query. */
export const dryRunFailures = (query: Asked | undefined, body: unknown): ReadonlyArray<Failure> => {
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
export const isDryRun = (query: Asked, body: Asked): boolean => query.dry_run === true || body.dry_run === true

/** As `isDryRun`, of a request that is not decoded yet: for its limit, which comes before everything else. */
export const asksForDryRun = (
  query: { readonly [name: string]: unknown } | undefined,
  body: Buffer | undefined
): boolean => {
  const inQuery = query?.["dry_run"]
  if (inQuery === "true" || inQuery === "1") return true
  // Bodies are parsed twice only where the name occurs in them.
  if (body === undefined || !body.includes(`"${field}"`)) return false
  const parsed = parseJsonBody(body)
  return "value" in parsed && isObject(parsed.value) && parsed.value.dry_run === true
}
