/** The modules of every package that import data files, and the names of these files. */
export declare const dataModules: (
  folder: "src" | "dist"
) => ReadonlyArray<{ readonly path: string; readonly files: ReadonlyArray<string> }>
