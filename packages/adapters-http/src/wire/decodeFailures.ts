import {
  counted,
  type ErrorCode,
  type Failure,
  failure,
  type Failures,
  describeInvalidChoice,
  nearest
} from "@auspex/domain/kernel"
import { Option, type ParseResult, SchemaAST } from "effect"
import { refusalCodeOf } from "./refusalCode.ts"
import { choicesOf, describeExpected } from "./describeExpected.ts"
import { fieldPath } from "./fieldPath.ts"

const failuresMax = 50
/** How much of an unknown field's name is compared. */
const nameMax = 60

interface IssueContext {
  readonly path: ReadonlyArray<PropertyKey>
  readonly code: ErrorCode | undefined
  readonly message: string | undefined
  /** The fields beside this one that exist. */
  readonly known?: ReadonlyArray<string>
}

/**
 * Converts each issue of a failed decoding into a failure: the field as a path (`questions[0].title`), the code of the
 * schema part (`INVALID_REQUEST` if it has none), and a message. The message quotes the value only where the schema
 * expects one of a few literals.
 */
export const decodeFailures = (issue: ParseResult.ParseIssue, root: string): Failures => {
  const failures: Array<Failure> = []
  collect(issue, { path: [], code: undefined, message: undefined }, root, failures)
  const [first = failure("INVALID_REQUEST", "The request does not fit.", { field: root }), ...rest] = failures
  return [first, ...rest.slice(0, failuresMax - 1)]
}

const issuesIn = ({ issues }: ParseResult.Composite): ReadonlyArray<ParseResult.ParseIssue> =>
  (Array.isArray(issues) ? issues : [issues]) as ReadonlyArray<ParseResult.ParseIssue>

const messageOf = (annotated: SchemaAST.Annotated, issue: ParseResult.ParseIssue): string | undefined => {
  const annotation = Option.getOrUndefined(SchemaAST.getMessageAnnotation(annotated))
  const message = annotation?.(issue)
  return typeof message === "string" ? message : undefined
}

const within = (context: IssueContext, ast: SchemaAST.Annotated, issue: ParseResult.ParseIssue): IssueContext => ({
  path: context.path,
  code: refusalCodeOf(ast) ?? context.code,
  message: context.message ?? messageOf(ast, issue)
})

/** Collects the leaves of an issue. A message annotation applies to one field, a code also to the fields below it. */
const collect = (issue: ParseResult.ParseIssue, outer: IssueContext, root: string, into: Array<Failure>): void => {
  switch (issue._tag) {
    case "Pointer": {
      const steps = Array.isArray(issue.path) ? issue.path as ReadonlyArray<PropertyKey> : [issue.path as PropertyKey]
      return collect(issue.issue, { ...outer, path: [...outer.path, ...steps], message: undefined }, root, into)
    }
    case "Composite": {
      const context = within(outer, issue.ast, issue)
      const issues = issuesIn(issue)
      const only = context.message === undefined ? onlyMember(issue.ast, issues) : undefined
      if (only !== undefined) return collect(only, context, root, into)
      if (context.message !== undefined || SchemaAST.isUnion(issue.ast)) return leaf(issue, context, root, into)
      const known = SchemaAST.isTypeLiteral(issue.ast)
        ? { known: issue.ast.propertySignatures.map(({ name }) => String(name)) }
        : {}
      for (const inner of issues) collect(inner, { ...context, ...known }, root, into)
      return
    }
    case "Refinement":
    case "Transformation": {
      const context = within(outer, issue.ast, issue)
      const isLeaf = issue._tag === "Refinement" && issue.kind === "Predicate"
      return isLeaf ? leaf(issue, context, root, into) : collect(issue.issue, context, root, into)
    }
    case "Missing": {
      // The AST of a missing property is its signature, but the annotations are on its type.
      const type = (issue.ast as { readonly type?: SchemaAST.AST }).type ?? issue.ast
      const context = within(outer, type, issue)
      const name = nameOf(context, root)
      into.push(
        failure(context.code ?? "INVALID_REQUEST", sentence(name, context.message ?? "is missing"), { field: name })
      )
      return
    }
    case "Unexpected":
      into.push(unexpected(outer, root))
      return
    case "Forbidden":
      return leaf(issue, outer, root, into)
    case "Type":
      return leaf(issue, within(outer, issue.ast, issue), root, into)
  }
}

/** The failure of a field that does not exist, where only known ones are taken. */
const unexpected = (context: IssueContext, root: string): Failure => {
  const name = nameOf(context, root)
  const written = String(context.path[context.path.length - 1] ?? root).slice(0, nameMax)
  const { known = [] } = context
  const hint = known.length === 0 ? "" : `; the nearest is ${nearest(written, known)}`
  return failure(context.code ?? "INVALID_REQUEST", sentence(name, `is unknown${hint}`), { field: name })
}

/**
 * The issue of the only member of a union beside `undefined` and null: an optional field, or one that may be null. A value
 * of another type than that member's is an issue of the whole union, whose description says that null is accepted.
 */
const onlyMember = (
  ast: SchemaAST.AST,
  issues: ReadonlyArray<ParseResult.ParseIssue>
): ParseResult.ParseIssue | undefined => {
  if (!SchemaAST.isUnion(ast)) return undefined
  const present = ast.types.filter((type) => !SchemaAST.isUndefinedKeyword(type))
  const members = present.filter((type) => !isNull(type))
  if (members.length !== 1) return undefined
  const only = issues.find((issue) => "ast" in issue && issue.ast === members[0])
  return only !== undefined && present.length > members.length && isOfAnotherType(only) ? undefined : only
}

const isNull = (ast: SchemaAST.AST): boolean => SchemaAST.isLiteral(ast) && ast.literal === null

/** Whether the value is not even of the encoded type: text where a number is expected, say. */
const isOfAnotherType = (issue: ParseResult.ParseIssue): boolean => {
  switch (issue._tag) {
    case "Type":
      return true
    case "Refinement":
      return issue.kind === "From" && isOfAnotherType(issue.issue)
    case "Transformation":
      return issue.kind === "Encoded" && isOfAnotherType(issue.issue)
    case "Composite":
      return SchemaAST.isUnion(issue.ast) && issuesIn(issue).every(isOfAnotherType)
    default:
      return false
  }
}

const nameOf = ({ path }: IssueContext, root: string): string => fieldPath(path, root)

const sentence = (field: string, rest: string): string => `${field} ${rest}.`

const leaf = (
  issue: Exclude<ParseResult.ParseIssue, ParseResult.Pointer>,
  context: IssueContext,
  root: string,
  into: Array<Failure>
) => {
  const field = nameOf(context, root)
  const ast = "ast" in issue ? issue.ast as SchemaAST.AST : undefined
  const message = context.message ??
    (ast === undefined ? "is not expected" : `must be ${describeExpected(ast)}, not ${describeSent(ast, issue.actual)}`)
  into.push(
    failure(context.code ?? "INVALID_REQUEST", sentence(field, message), { field, ...measure(ast, issue.actual) })
  )
}

/** Describes the value sent: quoted where literals are expected, else only its kind, because it may be a password. */
const describeSent = (ast: SchemaAST.AST, actual: unknown): string => {
  const choices = typeof actual === "string" ? choicesOf(ast) : []
  return choices.length === 0 ? kindOf(actual) : describeInvalidChoice(actual as string, choices)
}

/** The kind of the value sent, without its content. */
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

/** The measured value and the bound that it violates, if the schema has one. */
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
