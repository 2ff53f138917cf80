import type { kernelErrors } from "./kernelErrors.ts"

type KernelErrors = typeof kernelErrors

/**
 * What causes each error, in one sentence, by code. The interface is open: a slice adds the codes that it owns in its errors
 * file (`questionErrors.ts`), and a program may add codes of its own. Two causes of one code do not compile.
 *
 * A program knows the codes of the slices that it imports. `export type {} from` in the errors file of a slice, or in
 * the index of a slice without codes, includes the codes of the slices below it.
 */
export interface ErrorCauses extends KernelErrors {}

/** A stable, upper-snake name for one reason to refuse a request: a key of `ErrorCauses`. */
export type ErrorCode = keyof ErrorCauses
