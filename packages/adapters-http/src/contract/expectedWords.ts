import { Option, SchemaAST } from "effect"

/** The members of a union, and of unions within it; what may be left out is no member. */
const membersOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(membersOf) : SchemaAST.isUndefinedKeyword(ast) ? [] : [ast]

const plurals = new Map([["text", "texts"], ["a number", "numbers"], ["an object", "objects"]])

const listOf = ({ elements, rest }: SchemaAST.TupleType): string => {
  const words = new Set([...elements, ...rest].map(({ type }) => expectedWords(type)))
  const [only] = words
  const plural = words.size === 1 ? plurals.get(only!) : undefined
  return plural === undefined ? "a list" : `a list of ${plural}`
}

const isOfDates = (ast: SchemaAST.AST): boolean =>
  Option.exists(SchemaAST.getIdentifierAnnotation(ast), (name) => name.includes("Date"))

/** A rule says in words what it wants ("a number between 50 and 99"), or names a pattern, which is nothing to read. */
const ruleOf = (ast: SchemaAST.Refinement): string | undefined =>
  Option.getOrUndefined(
    Option.filter(SchemaAST.getDescriptionAnnotation(ast), (text) =>
      /^an? [^\n]{1,200}$/.test(text) && !/pattern/.test(text))
  )

const wordsOf = (ast: SchemaAST.AST): string => {
  if (isOfDates(ast)) return "a date and time (ISO 8601)"
  switch (ast._tag) {
    case "StringKeyword":
    case "TemplateLiteral":
      return "text"
    case "NumberKeyword":
    case "BigIntKeyword":
      return "a number"
    case "BooleanKeyword":
      return "true or false"
    case "TypeLiteral":
    case "ObjectKeyword":
      return "an object"
    case "TupleType":
      return listOf(ast)
    case "Refinement":
      return ruleOf(ast) ?? expectedWords(ast.from)
    case "Transformation":
      return expectedWords(ast.from)
    case "Suspend":
      return expectedWords(ast.f())
    default:
      return "something else"
  }
}

/**
 * The words that a schema takes, when it takes words only (or null); empty for any other schema.
 *
 * @example choicesOf(Schema.NullOr(Schema.Literal("bug", "feature")).ast) // ["bug", "feature"]
 */
export const choicesOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  const values = membersOf(ast).map((member) => SchemaAST.isLiteral(member) ? member.literal : undefined)
  return values.every((value) => typeof value === "string" || value === null)
    // An empty text, which filters take as none, is no word to choose.
    ? values.filter((value): value is string => typeof value === "string" && value !== "")
    : []
}

/**
 * What a schema takes, in words for whoever sent something else: never its type as it is written, nor what it is
 * described as for readers of documents.
 *
 * @example expectedWords(Schema.Array(Schema.String).ast) // "a list of texts"
 * @example expectedWords(Schema.NullOr(Schema.Literal("bug", "feature")).ast) // "one of bug, feature or null"
 */
export const expectedWords = (ast: SchemaAST.AST): string => {
  const members = membersOf(ast)
  const values = members.filter(SchemaAST.isLiteral).map(({ literal }) => literal)
  const named = values.filter((value) => value !== null && value !== "").map(String)
  const others = members.filter((member) => !SchemaAST.isLiteral(member)).map(wordsOf)
  return [
    ...new Set(others),
    ...(named.length < 2 ? named : [`one of ${named.join(", ")}`]),
    ...(values.includes(null) ? ["null"] : [])
  ].join(" or ")
}
