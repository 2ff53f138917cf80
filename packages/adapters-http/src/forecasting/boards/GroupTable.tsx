import { type Interval, wilsonInterval } from "@auspex/domain/kernel"
import type { Html } from "../../kit/Html.tsx"
import { ScaleLine } from "../../kit/Figures.tsx"
import { cameTrue } from "./RecordTables.tsx"

/** The settled predictions of a group of agents. */
export interface GroupRow {
  readonly name: Html
  readonly agents: number
  readonly resolved: number
  readonly accuracy: number
  readonly brier_score: number | null
}

/**
 * A 95 % interval of a share in whole percent; a share, unlike a stated probability, may be 0 or 100 %.
 *
 * @example shareInterval({ low: 0.51, high: 1 }) // "51 to 100 %"
 */
export const shareInterval = ({ high, low }: Interval): string =>
  `${Math.round(100 * low)} to ${Math.round(100 * high)}\u00a0%`

interface GroupTableProps {
  readonly caption: string
  /** The heading of the names. */
  readonly heading: string
  readonly rows: ReadonlyArray<GroupRow>
}

/** Groups of agents with the share of their predictions that came true, and its interval. */
export const GroupTable = ({ caption, heading, rows }: GroupTableProps) => (
  <div class="scrolls" tabIndex={0} role="region" aria-label={heading}>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col" class="r wide-only">Agents</th>
          <th scope="col" class="r">Came true</th>
          <th scope="col" class="plot">
            <span class="vh">Place on a scale from 0 to 100&nbsp;%</span>
          </th>
          <th scope="col" class="r wide-only">95&nbsp;% interval</th>
          <th scope="col" class="r">Brier score</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ accuracy, agents, brier_score, name, resolved }) => {
          const interval = wilsonInterval(accuracy * resolved, resolved)
          return (
            <tr>
              <th scope="row">{name}</th>
              <td class="r wide-only">{agents}</td>
              <td class="r">{cameTrue({ accuracy, resolved })}</td>
              <td class="plot">
                {resolved > 0 && (
                  <ScaleLine point={100 * accuracy} band={{ low: 100 * interval.low, high: 100 * interval.high }} />
                )}
              </td>
              <td class="r wide-only">{resolved === 0 ? "–" : shareInterval(interval)}</td>
              <td class="r">{brier_score === null ? "–" : brier_score.toFixed(2)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)
