/** The result of checking the fences under a root: `modules` counts the project's own source files that were read. */
export interface FenceReport {
  readonly fences: ReadonlyArray<string>
  readonly modules: number
  readonly violations: ReadonlyArray<
    { readonly rule: string; readonly from: string; readonly to: string; readonly why: string }
  >
}
export declare const cruiseFences: (root: string) => Promise<FenceReport>
export declare const countSources: (root: string) => number
