/** The flags that describe a resolution. */
export interface ResolutionFlags {
  readonly outcome?: "yes" | "no" | "void"
  readonly option?: ReadonlyArray<string>
  readonly note?: string
  readonly evidenceUrl?: ReadonlyArray<string>
}

/** The request for the flags; flags that are not given are left out. */
export const resolutionRequestOf = ({ evidenceUrl, note, option, outcome }: ResolutionFlags) => ({
  ...(outcome === undefined ? {} : { outcome: outcome === "void" ? null : outcome === "yes" }),
  ...(option === undefined ? {} : { correct_options: option }),
  ...(note === undefined ? {} : { resolution_note: note }),
  ...(evidenceUrl === undefined ? {} : { evidence_urls: evidenceUrl })
})
