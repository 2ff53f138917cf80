/** The slices of every package, by floor from the bottom up. */
export declare const floors: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>>
/** The slices of a package on disk, as `wing/slice`, and the rooms beside the wings; `src` ends with a slash. */
export declare const slicesIn: (src: string) => ReadonlyArray<string>
/** The name of the fence of a floor, counted from 0. */
export declare const fenceOf: (name: string, floor: number) => string
/** The floors of a package as text, the top first. */
export declare const picture: (name: string) => string
