import { errorCatalogue } from "./ErrorCatalogue.ts"

/** A stable, upper-snake name for one reason to refuse a request. The catalogue explains each. */
export type ErrorCode = keyof typeof errorCatalogue

/** Every code, in the order of the catalogue. */
export const errorCodes = Object.keys(errorCatalogue) as ReadonlyArray<ErrorCode>

/** The HTTP status that carries `code`. */
export const statusOf = (code: ErrorCode): number => errorCatalogue[code].status
