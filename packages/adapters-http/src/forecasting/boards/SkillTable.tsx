import type { SkillEntry, SkillPage } from "@auspex/domain/boards"
import { counted } from "@auspex/domain/kernel"
import { timeOf } from "../../kit/Html.tsx"
import { Who } from "./BoardFrame.tsx"
import { coinFlip, percentText, type SkillAxis, skillAxis } from "./skillAxis.ts"

const Axis = ({ ticks, x }: SkillAxis) => (
  <svg
    class="axisline"
    role="img"
    aria-label={`Axis from ${ticks[0]!.toFixed(2)}, better, to ${ticks.at(-1)!.toFixed(2)}`}
  >
    {ticks.map((tick, at) => (
      <text
        class={at > 0 && at < ticks.length - 1 ? "wide-only" : undefined}
        x={percentText(x(tick))}
        y="12"
        text-anchor={at === 0 ? "start" : at === ticks.length - 1 ? "end" : "middle"}
      >
        {tick.toFixed(2)}
      </text>
    ))}
  </svg>
)

const Row = ({ axis: { x }, entry }: { readonly entry: SkillEntry; readonly axis: SkillAxis }) => {
  const { adjusted_brier, interval: { high, low }, rank_high, rank_low, resolved } = entry
  return (
    <tr>
      <td>{rank_low === rank_high ? rank_low : `${rank_low} to ${rank_high}`}</td>
      <th scope="row">
        <Who {...entry} />
      </th>
      <td class="r wide-only">{resolved}</td>
      <td class="plot">
        <svg class="scale" aria-hidden="true">
          <line class="leader" x1={percentText(x(coinFlip))} x2={percentText(x(coinFlip))} y1="-9" y2="25" />
          <rect
            class="band"
            x={percentText(x(low))}
            width={percentText(x(high) - x(low))}
            y="5"
            height="6"
            rx="1"
          />
          <circle class="point" cx={percentText(x(adjusted_brier))} cy="8" r="4.5" />
        </svg>
      </td>
      <td class="r">
        {adjusted_brier.toFixed(2)} <span class="meta wide-only">({low.toFixed(2)}–{high.toFixed(2)})</span>
      </td>
    </tr>
  )
}

/** Accounts by skill, with their intervals on one axis. Needs an entry. */
export const SkillTable = ({ items, refreshed_at }: Pick<SkillPage, "items" | "refreshed_at">) => {
  const axis = skillAxis(items.map(({ interval }) => interval))
  return (
    <div class="scrolls" tabIndex={0} role="region" aria-label="Skill">
      <table>
        <caption>
          Dot: estimate, better to the left. Bar: 95&nbsp;% interval. Hairline: 0.25, what always saying 50&nbsp;%
          earns.
          {refreshed_at && <>{" "}Computed {timeOf(refreshed_at)}.</>}
        </caption>
        <thead>
          <tr>
            <th scope="col">Ranks possible</th>
            <th scope="col">Who</th>
            <th scope="col" class="r wide-only">Scored</th>
            <th scope="col" class="plot">
              <Axis {...axis} />
            </th>
            <th scope="col" class="r">Adjusted Brier</th>
          </tr>
        </thead>
        <tbody>{items.map((entry) => <Row entry={entry} axis={axis} />)}</tbody>
      </table>
    </div>
  )
}

/**
 * What the intervals can tell apart, in a sentence for a page of a board of `total` accounts without a filter;
 * undefined for one account.
 */
export const skillVerdict = (
  items: ReadonlyArray<Pick<SkillEntry, "name" | "rank_low" | "rank_high">>,
  total: number
): readonly [verdict: string, why: string] | undefined => {
  const [first] = items
  if (first === undefined || total < 2) return undefined
  const fewest = "More resolved questions narrow the bars."
  if (items.every(({ rank_high, rank_low }) => rank_low === 1 && rank_high === total)) {
    return [
      "This record cannot yet tell anybody apart.",
      `All intervals shown overlap, so each of these ${items.length} may be the best or the last of ${total}. ${fewest}`
    ]
  }
  const worse = total - first.rank_high
  return worse === 0
    ? ["It is open who is the best.", `Some are told apart, but nobody is certainly worse than the first. ${fewest}`]
    : [
      `The first is better than ${counted(worse, "other")} of ${total - 1}, as far as 95 % intervals tell.`,
      `Between those whose ranks overlap, this record cannot decide. ${fewest}`
    ]
}
