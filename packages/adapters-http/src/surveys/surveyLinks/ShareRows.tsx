import { grouped, type Interval } from "@auspex/domain/kernel"
import { type PooledRow, percentWords } from "@auspex/domain/packets"
import type { CountedRow } from "@auspex/domain/surveyLinks"
import { type Html, userText } from "../../kit/Html.tsx"
import { decimal } from "../../kit/Svg.ts"

/** An option with its share, from 0 to 1. */
interface SharedOption {
  readonly option: string
  readonly share: number
  /** Its 95 % interval; null where there is none. */
  readonly interval: Interval | null
  /** How many chose it, if it was counted. */
  readonly count?: number
}

/** The options of a row. A question that is no matrix has one row, without a name. */
export interface ShareRow {
  readonly name: string
  /** How many answered; at 0 no option has a share. */
  readonly answered: number
  readonly options: ReadonlyArray<SharedOption>
  /** Of a scale or of stars. */
  readonly mean: number | null
}

/** A row that was counted among people. */
export const countedShares = ({ answered, mean, options, row }: CountedRow, name = row): ShareRow => ({
  name,
  answered,
  options,
  mean
})

/** A row that personas answered together. */
export const pooledShares = ({ mean, options, row }: PooledRow, answered: number, name = row): ShareRow => ({
  name,
  answered,
  options: options.map(({ interval, option, probability }) => ({ option, share: probability, interval })),
  mean
})

/**
 * An interval of shares in whole per cent.
 *
 * @example rangeWords({ low: 0.3755, high: 0.9638 }) // "38 to 96 %"
 */
export const rangeWords = ({ high, low }: Interval): string => `${Math.round(low * 100)} to ${percentWords(high)}`

/** A bar as long as a share, with its interval as a line over it. The numbers beside it say the same. */
const Bar = ({ of: { interval, share } }: { readonly of: SharedOption }) => (
  <svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="part" width={decimal(share * 100)} height="10" />
    {interval && <path class="interval" d={intervalPath(interval)} />}
  </svg>
)

/** A line with a stroke at both ends. */
const intervalPath = ({ high, low }: Interval): string => {
  const [from, to] = [(low * 100).toFixed(2), (high * 100).toFixed(2)]
  return `M${from} 5L${to} 5M${from} 1L${from} 9M${to} 1L${to} 9`
}

/** Whether all options have names that fit into a narrow column, such as those of a scale. */
const areShort = (options: ReadonlyArray<SharedOption>): boolean => options.every(({ option }) => option.length <= 4)

const OptionList = ({ options }: { readonly options: ReadonlyArray<SharedOption> }) => (
  <ul class={areShort(options) ? "shares short" : "shares"}>
    {options.map((one) => (
      <li>
        <span class="option" dir="auto">{userText(one.option)}</span>
        <span class="numbers">
          <b>{percentWords(one.share)}</b>
          {one.interval && <span class="meta">{rangeWords(one.interval)}</span>}
          {one.count !== undefined && <span class="meta">{grouped(one.count)}×</span>}
        </span>
        <Bar of={one} />
      </li>
    ))}
  </ul>
)

interface ShareTableProps {
  readonly rows: ReadonlyArray<ShareRow>
  /** The accessible name of the table. */
  readonly label: string
  /** The heading of the first column, such as "Link". */
  readonly heading: string
  readonly caption?: Html
}

/** Rows with the same options as a table, which scrolls where the screen is too narrow. */
export const ShareTable = ({ caption, heading, label, rows }: ShareTableProps) => {
  const options = rows[0]?.options ?? []
  const hasMeans = rows.some(({ mean }) => mean !== null)
  return (
    <div class="scrolls" role="region" tabindex={0} aria-label={label}>
      <table>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            <th scope="col" dir="auto">{heading}</th>
            <th scope="col" class="number" dir="auto">Answered</th>
            {hasMeans && <th scope="col" class="number" dir="auto">Mean</th>}
            {options.map(({ option }) => (
              <th scope="col" class={areShort(options) ? "point" : undefined} dir="auto">{userText(option)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ answered, mean, name, options: own }) => (
            <tr>
              <th scope="row" dir="auto">{userText(name)}</th>
              <td>{grouped(answered)}</td>
              {hasMeans && <td>{mean === null ? "–" : mean.toFixed(2)}</td>}
              {own.map((one) => <td>{answered === 0 ? "–" : <ShareCell of={one} />}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ShareCell = ({ of }: { readonly of: SharedOption }) => (
  <>
    <b>{percentWords(of.share)}</b>
    <Bar of={of} />
    {of.interval && <span class="meta">{rangeWords(of.interval)}</span>}
  </>
)

/** The rows of a question: a bar for each option, or a table for a matrix. */
export const ShareRows = ({ label, rows }: { readonly rows: ReadonlyArray<ShareRow>; readonly label: string }) => {
  const [first] = rows
  if (first === undefined) return null
  if (first.name !== "") return <ShareTable rows={rows} label={label} heading="Row" />
  return first.answered === 0 ? null : <OptionList options={first.options} />
}
