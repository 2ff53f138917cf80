import type { kernelErrors } from "./kernelErrors.ts"

type KernelErrors = typeof kernelErrors

/**
 * What causes each error, in one sentence, by code. The interface is open: every slice adds the codes that it owns where it
 * says their causes (`questionErrors.ts`), and so may a program that refuses for reasons of its own. Two owners of one
 * code do not compile.
 */
export interface ErrorCauses extends KernelErrors {}

/**
 * A stable, upper-snake name for one reason to refuse a request: a code of the kernel, or of a slice that the program
 * imports.
 */
export type ErrorCode = keyof ErrorCauses
