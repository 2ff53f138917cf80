/** The packages whose exports are recorded, by the names of their folders. */
export declare const recordedPackages: ReadonlyArray<string>
/** The names that a source exports, each once. Fails for `export *`. */
export declare const namesExportedBy: (source: string) => ReadonlyArray<string>
/** The exports of the package in `folder`, a line for each: `entry  kind  name`. */
export declare const exportsOf: (folder: string) => ReadonlyArray<string>
/** The file that records the exports of the package in `folder`. */
export declare const recordOf: (folder: string) => string
/** The exports that the package in `folder` has gained and lost since they were recorded. */
export declare const unrecorded: (
  folder: string
) => { readonly added: ReadonlyArray<string>; readonly removed: ReadonlyArray<string> }
