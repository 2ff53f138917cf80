/** A text that can be found. */
export interface RetrievalEntry {
  /** Unique in its corpus. */
  readonly id: string
  readonly project_id: string | null
  /** What the text is: `passage`, `reasoning`, `question` and the like. */
  readonly kind: string
  readonly source_id: string | null
  /** The time by which entries are filtered. */
  readonly at: Date
  readonly title: string | null
  readonly text: string
}

/** The maximum length of an entry's title and text, in UTF-16 code units. Longer texts are put as several entries. */
export const entryTitleMax = 1_000
export const entryTextMax = 50_000

/** Which entries a search considers: the entries that meet all given conditions. */
export interface EntryFilters {
  readonly project_id?: string | undefined
  readonly kind?: string | undefined
  readonly source_id?: string | undefined
  /** At this time or later. */
  readonly after?: Date | undefined
  /** Before this time. */
  readonly before?: Date | undefined
}

/** What the filters read of an entry. */
export type EntryAttributes = Omit<RetrievalEntry, "title" | "text">

/** Whether an entry meets all filters. */
export const meetsFilters = (
  entry: Omit<EntryAttributes, "id">,
  { after, before, kind, project_id, source_id }: EntryFilters
): boolean =>
  (project_id === undefined || entry.project_id === project_id) &&
  (kind === undefined || entry.kind === kind) &&
  (source_id === undefined || entry.source_id === source_id) &&
  (after === undefined || entry.at >= after) &&
  (before === undefined || entry.at < before)
