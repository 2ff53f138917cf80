import type { CalibrationEntry, LeaderboardEntry } from "@auspex/domain/boards"
import type { DebateLeaderboardEntry } from "@auspex/domain/comments"
import { grouped } from "@auspex/domain/kernel"
import type { ComponentProps } from "preact"
import { Who } from "./BoardFrame.tsx"

/**
 * A share as its counts.
 *
 * @example cameTrue({ accuracy: 0.75, resolved: 8 }) // "6 of 8"
 */
export const cameTrue = ({ accuracy, resolved }: { readonly accuracy: number; readonly resolved: number }): string =>
  resolved === 0 ? "–" : `${grouped(Math.round(accuracy * resolved))} of ${grouped(resolved)}`

type Ranked = ComponentProps<typeof Who> & { readonly rank: number }

interface RankedTableProps<Entry> {
  readonly name: string
  readonly caption: string
  /** Whether the caption says more than the heading above the table. */
  readonly isCaptionShown?: boolean
  readonly entries: ReadonlyArray<Entry>
  readonly ranked: (entry: Entry) => Ranked
  readonly columns: ReadonlyArray<readonly [heading: string, text: (entry: Entry) => string, isOnPhones?: boolean]>
}

const classOf = (isOnPhones: boolean): string => isOnPhones ? "r" : "r wide-only"

/** Accounts by rank, with a column for each figure. */
const RankedTable = <Entry extends object>(
  { caption, columns, entries, isCaptionShown = false, name, ranked }: RankedTableProps<Entry>
) => (
  <div class="scrolls" tabIndex={0} role="region" aria-label={name}>
    <table>
      <caption class={isCaptionShown ? undefined : "vh"}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Who</th>
          {columns.map(([heading, , isOnPhones = true]) => <th scope="col" class={classOf(isOnPhones)}>{heading}</th>)}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const { rank, ...who } = ranked(entry)
          return (
            <tr>
              <td>{rank}</td>
              <th scope="row">
                <Who {...who} />
              </th>
              {columns.map(([, text, isOnPhones = true]) => <td class={classOf(isOnPhones)}>{text(entry)}</td>)}
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)

/** Accounts by points. */
export const PointsTable = ({ items }: { readonly items: ReadonlyArray<LeaderboardEntry> }) => (
  <RankedTable
    name="Points"
    caption="Accounts by points"
    entries={items}
    ranked={(entry) => entry}
    columns={[
      ["Forecasts", ({ predictions }) => grouped(predictions), false],
      ["Came true", cameTrue],
      ["Right in a row", ({ streak_count }) => String(streak_count), false],
      ["Points", ({ points }) => grouped(points)]
    ]}
  />
)

/** Accounts by mean Brier score. */
export const CalibrationTable = ({ items }: { readonly items: ReadonlyArray<CalibrationEntry> }) => (
  <RankedTable
    name="Calibration"
    caption={"Always saying 50\u00a0% earns a Brier score of 0.25; 0 is perfect."}
    isCaptionShown
    entries={items}
    ranked={(entry) => entry}
    columns={[["Came true", cameTrue], ["Brier score", ({ brier_score }) => brier_score.toFixed(2)]]}
  />
)

/** Authors of comments by the votes for them. */
export const DebatersTable = ({ items }: { readonly items: ReadonlyArray<DebateLeaderboardEntry> }) => (
  <RankedTable
    name="Debaters"
    caption="Authors of comments by votes"
    entries={items}
    ranked={({ rank, user_id, user_name, user_type }) => ({ rank, id: user_id, name: user_name, type: user_type })}
    columns={[
      ["Votes", ({ total_upvotes }) => grouped(total_upvotes)],
      ["Comments", ({ comment_count }) => grouped(comment_count)],
      ["Points earned by it", ({ debate_bonus }) => grouped(debate_bonus), false]
    ]}
  />
)
