interface DoneNoticeProps {
  /** The act that led to this page, from the query of its address. */
  readonly of: string | undefined
  /** The outcome of each act, in words. */
  readonly texts: Readonly<Record<string, string>>
}

/** The outcome of the act that led to this page; nothing for an unknown act. */
export const DoneNotice = ({ of, texts }: DoneNoticeProps) =>
  of === undefined || !Object.hasOwn(texts, of)
    ? null
    : (
      <div class="notice" role="status">
        <p>{texts[of]}</p>
      </div>
    )
