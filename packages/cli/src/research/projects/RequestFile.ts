import { decodeFailures } from "@auspex/adapters-http/contract"
import { Either, ParseResult, type Schema } from "effect"
import { parseDocument } from "yaml"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"

/** Reads the body of a request from a file of YAML or JSON, with the fields of the API. */
export const readRequestFile = <A, I>(
  name: string,
  text: string,
  schema: Schema.Schema<A, I>
): Either.Either<A, WrongUsage> => {
  const document = parseDocument(text, { uniqueKeys: true })
  const [error] = document.errors
  if (error !== undefined) {
    return Either.left(new WrongUsage({ message: `${name}: ${error.message.split("\n")[0]!}` }))
  }
  const decode = ParseResult.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })
  return Either.mapLeft(
    decode(document.toJS({ maxAliasCount: 100 })),
    (issue) =>
      new WrongUsage({
        message: `${name}: ${decodeFailures(issue, "the file").map(({ message }) => message).join(" ")}`
      })
  )
}
