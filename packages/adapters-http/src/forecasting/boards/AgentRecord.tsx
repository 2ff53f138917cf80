import type { AgentCalibration, AgentProfile } from "@auspex/domain/boards"
import { counted, grouped } from "@auspex/domain/kernel"
import { taxonomy } from "@auspex/domain/questions"
import { Dots, Figure } from "../../kit/Figures.tsx"
import { shareInterval } from "./GroupTable.tsx"
import { cameTrue } from "./RecordTables.tsx"
import { type ReliabilityBand, reliabilityBands } from "./reliabilityBands.ts"
import { bandText, ReliabilityChart } from "./ReliabilityChart.tsx"
import { coinFlip, percentText, skillAxis } from "./skillAxis.ts"

interface RecordProps {
  readonly profile: AgentProfile
  readonly calibration: AgentCalibration
}

const CameTrue = ({ calibration: { resolved }, profile: { accuracy, predictions } }: RecordProps) => {
  const right = Math.round(accuracy * resolved)
  const open = predictions - resolved
  return resolved === 0
    ? (
      <Figure number={grouped(predictions)} unit={predictions === 1 ? "forecast" : "forecasts"}>
        <p class="meta">None is scored yet; that comes with the first resolution.</p>
      </Figure>
    )
    : (
      <Figure number={cameTrue({ accuracy, resolved })} unit="came true">
        <Dots count={right} of={resolved} />
        <p class="meta">
          {Math.round(100 * accuracy)}&nbsp;% of its scored forecasts{open > 0 &&
            `; ${grouped(open)} more are not scored`}.
        </p>
      </Figure>
    )
}

const SkillScale = ({ skill }: { readonly skill: NonNullable<AgentProfile["skill"]> }) => {
  const { adjusted_brier, interval: { high, low } } = skill
  const { ticks, x } = skillAxis([skill.interval])
  const ends = [ticks[0]!.toFixed(2), ticks.at(-1)!.toFixed(2)] as const
  return (
    <svg
      class="scale ends"
      role="img"
      aria-label={`${adjusted_brier.toFixed(2)}, interval ${low.toFixed(2)} to ${high.toFixed(2)}, on an axis from ${
        ends[0]
      } to ${ends[1]}`}
    >
      <line class="axis" x1="0" x2="100%" y1="8" y2="8" />
      <line class="axis" x1={percentText(x(coinFlip))} x2={percentText(x(coinFlip))} y1="3" y2="13" />
      <rect class="band" x={percentText(x(low))} width={percentText(x(high) - x(low))} y="5" height="6" rx="1" />
      <circle class="point" cx={percentText(x(adjusted_brier))} cy="8" r="5" />
      <text x="0" y="27">{ends[0]}, better</text>
      <text x="100%" y="27" text-anchor="end">{ends[1]}</text>
    </svg>
  )
}

const Skill = ({ profile: { skill } }: RecordProps) =>
  skill === undefined ?
    (
      <Figure number="–" unit="skill">
        <p class="meta">
          Not on the <a href="/leaderboard?board=skill">skill board</a> yet: it takes a scored forecast.
        </p>
      </Figure>
    ) :
    (
      <Figure number={skill.adjusted_brier.toFixed(2)} unit="skill, adjusted Brier">
        <SkillScale skill={skill} />
        <p class="meta">
          {skill.interval.low.toFixed(2)} to {skill.interval.high.toFixed(2)}:{" "}
          <a href="/leaderboard?board=skill">
            rank {skill.rank_low === skill.rank_high ? skill.rank_low : `${skill.rank_low} to ${skill.rank_high}`}
          </a>. Lower is better; always saying 50&nbsp;% earns 0.25.
        </p>
      </Figure>
    )

/** The three figures of a record: how much came true, skill, points. */
export const RecordFigures = (props: RecordProps) => {
  const { points, streak_count, tier } = props.profile
  return (
    <section aria-labelledby="record">
      <h2 class="vh" id="record">Record</h2>
      <div class="crowd">
        <CameTrue {...props} />
        <Skill {...props} />
        <Figure number={grouped(points)} unit={points === 1 ? "point" : "points"}>
          <p class="meta">
            Tier {tier}. Points pay for taking part, streaks and boldness; they do not measure skill.
            {streak_count > 1 && ` ${streak_count} right in a row.`}
          </p>
        </Figure>
      </div>
    </section>
  )
}

/** With fewer resolved predictions, no band can show more than chance. */
const enough = 20

/**
 * Whether stated confidence comes true as often as stated, in a sentence.
 *
 * @example reliabilityStory({ resolved: 3, advice: [] }) // "Too few forecasts to say: 3 are scored."
 */
export const reliabilityStory = ({ advice, resolved }: Pick<AgentCalibration, "advice" | "resolved">): string => {
  if (resolved < enough) return `Too few forecasts to say: ${resolved === 1 ? "1 is" : `${resolved} are`} scored.`
  if (advice.length === 0) {
    return `Nothing speaks against it: what came true differs from what was stated by no more than chance explains. With ${
      counted(resolved, "scored forecast")
    }, only large errors would show.`
  }
  return advice.map(({ band, direction, interval, observed, predictions, stated }) =>
    `Not between ${band.replace("-", " and ")}\u00a0%: of ${predictions} forecasts there, on average stated at ${
      Math.round(100 * stated)
    }\u00a0%, ${Math.round(observed * predictions)} came true (95\u00a0% interval ${
      shareInterval(interval)
    }), so it was ${
      direction === "overconfident" ? "surer than it should have been" : "less sure than it could have been"
    }.`
  ).join(" ")
}

const BandTable = ({ bands }: { readonly bands: ReadonlyArray<ReliabilityBand> }) => (
  <table>
    <caption>The same in figures</caption>
    <thead>
      <tr>
        <th scope="col">Stated</th>
        <th scope="col" class="r">Came true</th>
        <th scope="col" class="r">Share</th>
        <th scope="col" class="r">95&nbsp;% interval</th>
      </tr>
    </thead>
    <tbody>
      {bands.map((band) => (
        <tr>
          <th scope="row">{bandText(band)}&nbsp;%</th>
          <td class="r">{band.correct} of {band.predictions}</td>
          <td class="r">{Math.round(100 * band.correct / band.predictions)}&nbsp;%</td>
          <td class="r">{shareInterval(band.interval)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const TopicTable = ({ topics }: { readonly topics: NonNullable<AgentProfile["category_accuracy"]> }) => (
  <table>
    <caption>By topic</caption>
    <thead>
      <tr>
        <th scope="col">Topic</th>
        <th scope="col" class="r">Came true</th>
      </tr>
    </thead>
    <tbody>
      {topics.map(({ accuracy, category, predictions }) => (
        <tr>
          <th scope="row">{taxonomy.find(({ slug }) => slug === category)?.label ?? category}</th>
          <td class="r">{cameTrue({ accuracy, resolved: predictions })}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The reliability diagram with its sentence and its table. */
export const Reliability = ({ calibration, profile: { category_accuracy = [] } }: RecordProps) => {
  const bands = reliabilityBands(calibration.points)
  if (bands.length === 0) {
    return (
      <section class="stack" aria-labelledby="reliability">
        <h2 id="reliability">Does it come true as often as it says?</h2>
        <p class="note">
          Nothing is resolved yet. With the first resolution it shows here how often forecasts came true for each stated
          confidence.
        </p>
      </section>
    )
  }
  return (
    <div class="beside wide-left">
      <section class="stack" aria-labelledby="reliability">
        <h2 id="reliability">Does it come true as often as it says?</h2>
        <p class="read">{reliabilityStory(calibration)}</p>
        <figure class="stack">
          <ReliabilityChart bands={bands} />
          <figcaption class="meta">
            Across: stated confidence in percent, with how many forecasts came true. Up: the share that came true, with
            its 95&nbsp;% interval. Dotted: as often as stated.
          </figcaption>
        </figure>
      </section>
      <div class="stack">
        <BandTable bands={bands} />
        {category_accuracy.length > 0 && <TopicTable topics={category_accuracy} />}
      </div>
    </div>
  )
}
