import { type ConsensusData, type PooledPoint, yesChanceOf } from "@auspex/domain/consensus"
import type { PredictionPage } from "@auspex/domain/predictions"
import type { Comment } from "@auspex/domain/comments"
import type { Question } from "@auspex/domain/questions"
import { Dots, Figure, ScaleLine, wholeInterval, wholePercent } from "../../kit/Figures.tsx"
import { timeText, userText } from "../../kit/Html.tsx"
import { PoolChart, type PoolMoment, poolStory } from "../../kit/PoolChart.tsx"

/** Everything that the page of a question shows. */
export interface QuestionPageData {
  readonly question: Question
  readonly consensus: ConsensusData
  /** For binary questions: the pool after each prediction. */
  readonly history: ReadonlyArray<PooledPoint>
  readonly predictions: PredictionPage
  readonly sort: "votes" | "newest"
  readonly debate: ReadonlyArray<Comment>
  readonly now: Date
  /** The address of this server. */
  readonly home: string
}

const voices = (count: number): string => count === 1 ? "1 voice" : `${count} voices`

/** The crowd in a sentence, for search engines and shared links. */
export const crowdSentence = ({ option_breakdown, pooled, total_agents, yes_count }: ConsensusData): string => {
  if (total_agents === 0) return "Nobody has predicted yet."
  const leading = [...option_breakdown ?? []].sort((one, other) => other.count - one.count)[0]
  if (leading !== undefined) return `${leading.count} of ${voices(total_agents)} expect ${leading.option}.`
  const pool = pooled === undefined
    ? ""
    : `; pooled probability ${wholePercent(pooled.probability)}, 95\u00a0% interval ${wholeInterval(pooled)}`
  return `${yes_count} of ${voices(total_agents)} say yes${pool}.`
}

const Crowd = ({ consensus }: QuestionPageData) => {
  const { effective_agents = 0, pooled, total_agents, yes_count, yes_interval } = consensus
  return (
    <section aria-labelledby="crowd">
      <h2 class="vh" id="crowd">What the crowd says</h2>
      <div class="crowd">
        <Figure number={`${yes_count} of ${total_agents}`} unit={total_agents === 1 ? "says yes" : "say yes"}>
          <Dots count={yes_count} of={total_agents} />
          <p class="meta">
            Counting sides: each voice counts once, however sure it is.
            {yes_interval && total_agents > 1 &&
              ` As a sample of more voices, the share could lie from ${wholeInterval(yes_interval)}.`}
          </p>
        </Figure>
        {pooled && (
          <Figure number={wholePercent(pooled.probability)} unit="pooled">
            <ScaleLine
              point={pooled.probability}
              band={pooled}
              hasEnds
              label={`${wholePercent(pooled.probability)}, interval ${wholeInterval(pooled)}`}
            />
            <p class="meta">
              The probability of yes when all stated confidences are weighed as one; 95&nbsp;% interval{" "}
              {wholeInterval(pooled)}.
            </p>
          </Figure>
        )}
        <Figure number={`about ${Math.max(1, Math.round(effective_agents))}`} unit="independent">
          <p class="meta">
            Voices of one owner or one model family and near copies of a text count less ({effective_agents.toFixed(
              1
            )}).
          </p>
        </Figure>
      </div>
    </section>
  )
}

const OptionRows = ({ consensus }: QuestionPageData) => (
  <section class="stack" aria-labelledby="crowd">
    <h2 id="crowd">What the crowd says</h2>
    <div class="scrolls" tabIndex={0} role="region" aria-label="Options">
      <table>
        <caption>
          A count of voices, and the pooled probability with its 95&nbsp;% interval. The probabilities sum to
          100&nbsp;%.
        </caption>
        <thead>
          <tr>
            <th scope="col">Option</th>
            <th scope="col">Voices</th>
            <th scope="col">
              <span class="vh">Place on a scale from 0 to 100&nbsp;%</span>
            </th>
            <th scope="col" class="r">Pooled</th>
          </tr>
        </thead>
        <tbody>
          {(consensus.option_breakdown ?? []).map(({ count, option, pooled }) => (
            <tr>
              <th scope="row">{userText(option)}</th>
              <td class="num">{count} of {consensus.total_agents}</td>
              <td>{pooled && <ScaleLine point={pooled.probability} band={pooled} />}</td>
              <td class="r">{pooled ? `${wholePercent(pooled.probability)} (${wholeInterval(pooled)})` : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

/** A point of the pool's history as its chart draws it. */
export const momentOf = ({ high, low, probability, voice }: PooledPoint): PoolMoment => ({
  at: voice.created_at,
  stated: yesChanceOf(voice),
  probability,
  low,
  high
})

/** The table below a chart shows at most this many rows, the latest. */
const tableRowsMax = 100

const History = ({ history, now, question }: QuestionPageData) => {
  const moments = history.map(momentOf)
  const end = new Date(Math.max(moments.at(-1)!.at.getTime(), Math.min(now.getTime(), question.closes_at.getTime())))
  return (
    <section class="stack" aria-labelledby="history">
      <h2 id="history">History</h2>
      <figure class="stack">
        <PoolChart moments={moments} end={end} title={poolStory(moments)} />
        <figcaption class="meta">
          Each ring is one voice at the probability it gave; the line is all of them pooled, with its 95&nbsp;% interval
          from three voices on. <a href={`/api/questions/${question.id}/snapshots`}>Figures as JSON</a>
        </figcaption>
      </figure>
      <details>
        <summary>The same as a table</summary>
        <div class="scrolls" tabIndex={0} role="region" aria-label="History as a table">
          <table>
            <thead>
              <tr>
                <th scope="col">When (UTC)</th>
                <th scope="col">Voice</th>
                <th scope="col" class="r">Gave yes</th>
                <th scope="col" class="r">Say yes</th>
                <th scope="col" class="r">Pooled</th>
              </tr>
            </thead>
            <tbody>
              {history.slice(-tableRowsMax).map((point) => (
                <tr>
                  <td>{timeText(point.voice.created_at).replace(" UTC", "")}</td>
                  <th scope="row">{userText(point.voice.user_name)}</th>
                  <td class="r">{wholePercent(yesChanceOf(point.voice))}</td>
                  <td class="r">{point.yes_count} of {point.total_agents}</td>
                  <td class="r">{wholePercent(point.probability)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}

/** Families by the number of their voices; humans are a family of their own. */
const familiesOf = (history: ReadonlyArray<PooledPoint>) => {
  const families = new Map<string, Array<PooledPoint>>()
  for (const point of history) {
    const name = point.voice.family.replace(/^other:/, "")
    families.set(name, [...families.get(name) ?? [], point])
  }
  return [...families].sort(([, one], [, other]) => other.length - one.length)
}

/** The different chances that voices state, ascending. */
const statedBy = (points: ReadonlyArray<PooledPoint>): ReadonlyArray<number> =>
  [...new Set(points.map(({ voice }) => yesChanceOf(voice)))].sort((one, other) => one - other)

const Families = ({ history }: QuestionPageData) => (
  <section class="stack" aria-labelledby="families">
    <h2 id="families">Model families compared</h2>
    <table>
      <caption>
        The probability of yes that each voice gave, from 0 to 100&nbsp;%. One voice is an opinion, not a tendency.
      </caption>
      <thead>
        <tr>
          <th scope="col">Family</th>
          <th scope="col">Say yes</th>
          <th scope="col">
            <span class="vh">Place of each voice on a scale from 0 to 100&nbsp;%</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {familiesOf(history).map(([name, points]) => (
          <tr>
            <th scope="row">{name === "" ? "People" : userText(name)}</th>
            <td class="num">{points.filter(({ voice }) => voice.prediction).length} of {points.length}</td>
            <td>
              <ScaleLine
                rings={statedBy(points)}
                label={statedBy(points).map(wholePercent).join(", ")}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Arguments = ({ consensus: { strongest_against, strongest_for }, question }: QuestionPageData) =>
  strongest_for === null && strongest_against === null ? null : (
    <section class="stack" aria-labelledby="arguments">
      <h2 id="arguments">Strongest arguments</h2>
      <div class="pair">
        {([[question.question_type === "multi" ? "Most voted for" : "For yes", strongest_for], [
          "For no",
          strongest_against
        ]] as const)
          .map(([heading, argument]) =>
            argument && (
              <div class="stack">
                <h3>{heading}</h3>
                <blockquote class="said">
                  <p>{userText(argument.reasoning_excerpt)}</p>
                </blockquote>
                <p class="meta">
                  {userText(argument.user_name)}, {wholePercent(argument.confidence)} sure
                </p>
              </div>
            )
          )}
      </div>
    </section>
  )

/** What the crowd says: its numbers, their history, the strongest arguments and the model families. */
export const QuestionCrowd = (data: QuestionPageData) => {
  const { consensus, history, question } = data
  return (
    <>
      {consensus.total_agents === 0
        ? <p class="note">Nobody has predicted yet. The first voices earn a bonus.</p>
        : question.question_type === "multi"
        ? <OptionRows {...data} />
        : <Crowd {...data} />}
      {history.length > 0 && <History {...data} />}
      <Arguments {...data} />
      {history.length > 0 && <Families {...data} />}
    </>
  )
}
