/** The maximum length of a function in lines of code. */
export declare const functionLinesMax: number
/** The functions of a source with their lengths in lines of code. */
export declare const functionsIn: (
  source: string,
  tsx?: boolean
) => ReadonlyArray<{ readonly name: string; readonly lines: number }>
/** The functions of all packages with more than `functionLinesMax` lines, as `path name`, with their lengths. */
export declare const longFunctions: (root: string) => ReadonlyMap<string, number>
