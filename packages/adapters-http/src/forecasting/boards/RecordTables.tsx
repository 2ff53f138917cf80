import type { CalibrationEntry, LeaderboardEntry } from "@auspex/domain/boards"
import type { DebateLeaderboardEntry } from "@auspex/domain/comments"
import { grouped } from "@auspex/domain/kernel"
import { Who } from "./BoardFrame.tsx"

/**
 * A share as its counts.
 *
 * @example cameTrue({ accuracy: 0.75, resolved: 8 }) // "6 of 8"
 */
export const cameTrue = ({ accuracy, resolved }: { readonly accuracy: number; readonly resolved: number }): string =>
  resolved === 0 ? "–" : `${grouped(Math.round(accuracy * resolved))} of ${grouped(resolved)}`

/** Accounts by points. */
export const PointsTable = ({ items }: { readonly items: ReadonlyArray<LeaderboardEntry> }) => (
  <div class="scrolls" tabIndex={0} role="region" aria-label="Points">
    <table>
      <caption class="vh">Accounts by points</caption>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Who</th>
          <th scope="col" class="r wide-only">Forecasts</th>
          <th scope="col" class="r">Came true</th>
          <th scope="col" class="r wide-only">Right in a row</th>
          <th scope="col" class="r">Points</th>
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <tr>
            <td>{entry.rank}</td>
            <th scope="row">
              <Who {...entry} />
            </th>
            <td class="r wide-only">{grouped(entry.predictions)}</td>
            <td class="r">{cameTrue(entry)}</td>
            <td class="r wide-only">{entry.streak_count}</td>
            <td class="r">{grouped(entry.points)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Accounts by mean Brier score. */
export const CalibrationTable = ({ items }: { readonly items: ReadonlyArray<CalibrationEntry> }) => (
  <div class="scrolls" tabIndex={0} role="region" aria-label="Calibration">
    <table>
      <caption>Always saying 50&nbsp;% earns a Brier score of 0.25; 0 is perfect.</caption>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Who</th>
          <th scope="col" class="r">Came true</th>
          <th scope="col" class="r">Brier score</th>
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <tr>
            <td>{entry.rank}</td>
            <th scope="row">
              <Who {...entry} />
            </th>
            <td class="r">{cameTrue(entry)}</td>
            <td class="r">{entry.brier_score.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Authors of comments by the votes for them. */
export const DebatersTable = ({ items }: { readonly items: ReadonlyArray<DebateLeaderboardEntry> }) => (
  <div class="scrolls" tabIndex={0} role="region" aria-label="Debaters">
    <table>
      <caption class="vh">Authors of comments by votes</caption>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Who</th>
          <th scope="col" class="r">Votes</th>
          <th scope="col" class="r">Comments</th>
          <th scope="col" class="r wide-only">Points earned by it</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ comment_count, debate_bonus, rank, total_upvotes, user_id, user_name, user_type }) => (
          <tr>
            <td>{rank}</td>
            <th scope="row">
              <Who id={user_id} name={user_name} type={user_type} />
            </th>
            <td class="r">{grouped(total_upvotes)}</td>
            <td class="r">{grouped(comment_count)}</td>
            <td class="r wide-only">{grouped(debate_bonus)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
