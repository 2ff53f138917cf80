import { Option, SchemaAST } from "effect"

/** The members of a union and of unions within it, without `undefined`. */
const membersOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(membersOf) : SchemaAST.isUndefinedKeyword(ast) ? [] : [ast]

const plurals = new Map([["a string", "strings"], ["a number", "numbers"], ["an object", "objects"]])

const describeList = ({ elements, rest }: SchemaAST.TupleType): string => {
  const kinds = new Set([...elements, ...rest].map(({ type }) => describeExpected(type)))
  const [only] = kinds
  const plural = kinds.size === 1 ? plurals.get(only!) : undefined
  return plural === undefined ? "a list" : `a list of ${plural}`
}

const isOfDates = (ast: SchemaAST.AST): boolean =>
  Option.exists(SchemaAST.getIdentifierAnnotation(ast), (name) => name.includes("Date"))

/** The description of a refinement ("a number between 50 and 99"), unless it is that of a pattern. */
const ruleDescription = (ast: SchemaAST.Refinement): string | undefined =>
  Option.getOrUndefined(
    Option.filter(SchemaAST.getDescriptionAnnotation(ast), (text) =>
      /^an? [^\n]{1,200}$/.test(text) && !/pattern/.test(text))
  )

const describeType = (ast: SchemaAST.AST): string => {
  if (isOfDates(ast)) return "a date and time (ISO 8601)"
  switch (ast._tag) {
    case "StringKeyword":
    case "TemplateLiteral":
      return "a string"
    case "NumberKeyword":
    case "BigIntKeyword":
      return "a number"
    case "BooleanKeyword":
      return "true or false"
    case "TypeLiteral":
    case "ObjectKeyword":
      return "an object"
    case "TupleType":
      return describeList(ast)
    case "Refinement":
      return ruleDescription(ast) ?? describeExpected(ast.from)
    case "Transformation":
      return describeExpected(ast.from)
    case "Suspend":
      return describeExpected(ast.f())
    default:
      return "something else"
  }
}

/**
 * The string literals of a schema that accepts only literals (or null); empty for any other schema.
 *
 * @example choicesOf(Schema.NullOr(Schema.Literal("bug", "feature")).ast) // ["bug", "feature"]
 */
export const choicesOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  const values = membersOf(ast).map((member) => SchemaAST.isLiteral(member) ? member.literal : undefined)
  return values.every((value) => typeof value === "string" || value === null)
    // Filters accept an empty text as absent, but it is not offered as a choice.
    ? values.filter((value): value is string => typeof value === "string" && value !== "")
    : []
}

/**
 * Describes the values that a schema accepts, for error messages. It uses neither the schema's type expression nor the
 * description written for documents.
 *
 * @example describeExpected(Schema.Array(Schema.String).ast) // "a list of strings"
 * @example describeExpected(Schema.NullOr(Schema.Literal("bug", "feature")).ast) // "one of bug, feature or null"
 */
export const describeExpected = (ast: SchemaAST.AST): string => {
  const members = membersOf(ast)
  const values = members.filter(SchemaAST.isLiteral).map(({ literal }) => literal)
  const named = values.filter((value) => value !== null && value !== "").map(String)
  const others = members.filter((member) => !SchemaAST.isLiteral(member)).map(describeType)
  return [
    ...new Set(others),
    ...(named.length < 2 ? named : [`one of ${named.join(", ")}`]),
    ...(values.includes(null) ? ["null"] : [])
  ].join(" or ")
}
