/** The packages whose exports are on record, by the names of their folders. */
export declare const recordedPackages: ReadonlyArray<string>
/** The exports of the package in `folder`, a line for each: `entry  kind  name`. */
export declare const exportsOf: (folder: string) => ReadonlyArray<string>
/** Where the exports of the package in `folder` are on record. */
export declare const recordOf: (folder: string) => string
/** What was added to and removed from the exports of the package in `folder` since they were recorded. */
export declare const unrecorded: (
  folder: string
) => { readonly added: ReadonlyArray<string>; readonly removed: ReadonlyArray<string> }
