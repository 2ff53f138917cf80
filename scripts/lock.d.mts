/** The optional packages that a lock file's packages name and that it holds no entry for, as the entries it lacks. */
export declare const missingEntries: (
  lock: { readonly packages: Readonly<Record<string, object>> }
) => Readonly<Record<string, object>>
