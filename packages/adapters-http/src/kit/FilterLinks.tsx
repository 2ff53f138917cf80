/** The values of one filter: where each leads, and whether it is the present one. */
export interface FilterLine {
  /** Stands before the values; tabs have none. */
  readonly name?: string
  readonly options: ReadonlyArray<readonly [href: string, text: string, isCurrent: boolean]>
}

const Values = ({ options }: FilterLine) => (
  <ul>
    {options.map(([href, text, isCurrent]) => (
      <li>
        <a href={href} aria-current={isCurrent ? "true" : undefined}>{text}</a>
      </li>
    ))}
  </ul>
)

/** Filters, orders or tabs as links; `label` names them all. */
export const FilterLinks = (
  { label, lines }: { readonly label: string; readonly lines: ReadonlyArray<FilterLine> }
) => (
  <nav class="filters" aria-label={label}>
    {lines.map((line) =>
      line.name === undefined ? <Values {...line} /> : (
        <div>
          <span class="meta">{line.name}</span>
          <Values {...line} />
        </div>
      )
    )}
  </nav>
)
