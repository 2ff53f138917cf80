/** The flags that say how a question is resolved. */
export interface ResolutionFlags {
  readonly outcome?: "yes" | "no" | "void"
  readonly option?: ReadonlyArray<string>
  readonly note?: string
  readonly evidenceUrl?: ReadonlyArray<string>
}

/** What they ask for; what is not said is left out. */
export const resolutionRequestOf = ({ evidenceUrl, note, option, outcome }: ResolutionFlags) => ({
  ...(outcome === undefined ? {} : { outcome: outcome === "void" ? null : outcome === "yes" }),
  ...(option === undefined ? {} : { correct_options: option }),
  ...(note === undefined ? {} : { resolution_note: note }),
  ...(evidenceUrl === undefined ? {} : { evidence_urls: evidenceUrl })
})
