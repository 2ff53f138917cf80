import {
  counted,
  type ErrorCode,
  type Failure,
  failure,
  type Failures,
  describeInvalidChoice
} from "@auspex/domain/kernel"
import { Option, type ParseResult, SchemaAST } from "effect"
import { refusalCodeOf } from "./refusalCode.ts"
import { choicesOf, expectedWords } from "./expectedWords.ts"

const failuresMax = 50

interface Place {
  readonly path: ReadonlyArray<PropertyKey>
  readonly code: ErrorCode | undefined
  readonly message: string | undefined
}

/**
 * Every issue of a failed decoding as a failure: the field as a dotted path, the code that the schema part carries
 * (`INVALID_REQUEST` when none), and a sentence that repeats what was sent only where one of a few words is expected.
 */
export const decodeFailures = (issue: ParseResult.ParseIssue, root: string): Failures => {
  const failures: Array<Failure> = []
  collect(issue, { path: [], code: undefined, message: undefined }, root, failures)
  const [first = failure("INVALID_REQUEST", "The request does not fit.", { field: root }), ...rest] = failures
  return [first, ...rest.slice(0, failuresMax - 1)]
}

const messageOf = (annotated: SchemaAST.Annotated, issue: ParseResult.ParseIssue): string | undefined => {
  const annotation = Option.getOrUndefined(SchemaAST.getMessageAnnotation(annotated))
  const message = annotation?.(issue)
  return typeof message === "string" ? message : undefined
}

const within = (place: Place, ast: SchemaAST.Annotated, issue: ParseResult.ParseIssue): Place => ({
  path: place.path,
  code: refusalCodeOf(ast) ?? place.code,
  message: place.message ?? messageOf(ast, issue)
})

/** Walks an issue down to its leaves; messages belong to one field, codes also to the fields below. */
const collect = (issue: ParseResult.ParseIssue, outer: Place, root: string, into: Array<Failure>): void => {
  switch (issue._tag) {
    case "Pointer": {
      const steps = Array.isArray(issue.path) ? issue.path as ReadonlyArray<PropertyKey> : [issue.path as PropertyKey]
      return collect(issue.issue, { ...outer, path: [...outer.path, ...steps], message: undefined }, root, into)
    }
    case "Composite": {
      const place = within(outer, issue.ast, issue)
      const issues = (Array.isArray(issue.issues) ? issue.issues : [issue.issues]) as ReadonlyArray<
        ParseResult.ParseIssue
      >
      const only = place.message === undefined ? onlyMember(issue.ast, issues) : undefined
      if (only !== undefined) return collect(only, place, root, into)
      if (place.message !== undefined || SchemaAST.isUnion(issue.ast)) return leaf(issue, place, root, into)
      for (const inner of issues) collect(inner, place, root, into)
      return
    }
    case "Refinement":
    case "Transformation": {
      const place = within(outer, issue.ast, issue)
      const isLeaf = issue._tag === "Refinement" && issue.kind === "Predicate"
      return isLeaf ? leaf(issue, place, root, into) : collect(issue.issue, place, root, into)
    }
    case "Missing": {
      // The AST of a missing property is its signature; the annotations that count are those of its type.
      const type = (issue.ast as { readonly type?: SchemaAST.AST }).type ?? issue.ast
      const place = within(outer, type, issue)
      const name = nameOf(place, root)
      into.push(
        failure(place.code ?? "INVALID_REQUEST", sentence(name, place.message ?? "is missing"), { field: name })
      )
      return
    }
    case "Unexpected":
    case "Forbidden":
      return leaf(issue, outer, root, into)
    case "Type":
      return leaf(issue, within(outer, issue.ast, issue), root, into)
  }
}

/** A field that may be left out is a union with `undefined`: what is wrong with it is what the other member says. */
const onlyMember = (
  ast: SchemaAST.AST,
  issues: ReadonlyArray<ParseResult.ParseIssue>
): ParseResult.ParseIssue | undefined => {
  if (!SchemaAST.isUnion(ast)) return undefined
  const members = ast.types.filter((type) => !SchemaAST.isUndefinedKeyword(type))
  return members.length === 1 ? issues.find((issue) => "ast" in issue && issue.ast === members[0]) : undefined
}

const nameOf = (place: Place, root: string): string => place.path.map(String).join(".") || root

const sentence = (field: string, rest: string): string => `${field} ${rest}.`

const leaf = (
  issue: Exclude<ParseResult.ParseIssue, ParseResult.Pointer>,
  place: Place,
  root: string,
  into: Array<Failure>
) => {
  const field = nameOf(place, root)
  const ast = "ast" in issue ? issue.ast as SchemaAST.AST : undefined
  const message = place.message ??
    (ast === undefined ? "is not expected" : `must be ${expectedWords(ast)}, not ${sentWords(ast, issue.actual)}`)
  into.push(
    failure(place.code ?? "INVALID_REQUEST", sentence(field, message), { field, ...measure(ast, issue.actual) })
  )
}

/** What was sent: quoted where one of a few words is expected, else without saying it: it may be a password. */
const sentWords = (ast: SchemaAST.AST, actual: unknown): string => {
  const words = typeof actual === "string" ? choicesOf(ast) : []
  return words.length === 0 ? kindOf(actual) : describeInvalidChoice(actual as string, words)
}

/** What was sent, without saying it. */
const kindOf = (actual: unknown): string => {
  if (actual === null) return "null"
  if (Array.isArray(actual)) return `a list of ${actual.length}`
  switch (typeof actual) {
    case "string":
      return `text of ${counted(actual.length, "character")}`
    case "number":
    case "boolean":
      return String(actual)
    case "undefined":
      return "nothing"
    default:
      return "an object"
  }
}

interface Bounds {
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** The measured value and the bound it broke, where the schema states one. */
const measure = (
  ast: SchemaAST.AST | undefined,
  actual: unknown
): { measured?: number | string; limit?: number | string } => {
  if (ast === undefined) return {}
  const choices = typeof actual === "string" ? choicesOf(ast) : []
  if (choices.length > 0) return { measured: (actual as string).slice(0, 60), limit: choices.join(", ") }
  const bounds = Option.getOrUndefined(SchemaAST.getJSONSchemaAnnotation(ast)) as Bounds | undefined
  if (bounds === undefined) return {}
  const [measured, least, most] = typeof actual === "string"
    ? [actual.length, bounds.minLength, bounds.maxLength]
    : Array.isArray(actual)
    ? [actual.length, bounds.minItems, bounds.maxItems]
    : typeof actual === "number"
    ? [actual, bounds.minimum, bounds.maximum]
    : [undefined, undefined, undefined]
  if (measured === undefined) return {}
  if (least !== undefined && measured < least) return { measured, limit: least }
  return most !== undefined && measured > most ? { measured, limit: most } : {}
}
