import type { ErrorCode } from "@auspex/domain/kernel"
import { Option, SchemaAST } from "effect"

const refusalCodeId = Symbol.for("auspex/http/refusalCode")

/**
 * Schema annotation: an invalid or missing value of this part of a request is refused with `code` instead of
 * `INVALID_REQUEST`.
 *
 * @example Schema.Int.pipe(Schema.between(50, 99)).annotations(refusalCode("INVALID_CONFIDENCE"))
 */
export const refusalCode = (code: ErrorCode): { readonly [refusalCodeId]: ErrorCode } => ({ [refusalCodeId]: code })

/** The refusal code of a part of a schema, if any. */
export const refusalCodeOf = (annotated: SchemaAST.Annotated): ErrorCode | undefined =>
  Option.getOrUndefined(SchemaAST.getAnnotation<ErrorCode>(annotated, refusalCodeId))
