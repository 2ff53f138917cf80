import type { ErrorCode } from "@auspex/domain/kernel"
import { Option, SchemaAST } from "effect"

const refusalCodeId = Symbol.for("auspex/http/refusalCode")

/**
 * Schema annotation: a value that does not fit this part of a request is refused with `code` in place of
 * `INVALID_REQUEST`; so is its absence.
 *
 * @example Schema.Int.pipe(Schema.between(50, 99)).annotations(refusalCode("INVALID_CONFIDENCE"))
 */
export const refusalCode = (code: ErrorCode): { readonly [refusalCodeId]: ErrorCode } => ({ [refusalCodeId]: code })

/** The code that a part of a schema carries, if any. */
export const refusalCodeOf = (annotated: SchemaAST.Annotated): ErrorCode | undefined =>
  Option.getOrUndefined(SchemaAST.getAnnotation<ErrorCode>(annotated, refusalCodeId))
