/** The entries that a lock file lacks: optional packages that its packages name. */
export declare const missingEntries: (
  lock: { readonly packages: Readonly<Record<string, object>> }
) => Readonly<Record<string, object>>
