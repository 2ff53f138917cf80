import {
  calibrationBoardResolvedMin,
  type CalibrationEntry,
  type LeaderboardEntry,
  type PersonaPerformance,
  type SkillPage
} from "@auspex/domain/boards"
import type { DebateLeaderboardEntry } from "@auspex/domain/comments"
import { grouped, type Page } from "@auspex/domain/kernel"
import { archetypeOf, dimensionTitle, type PersonaDimension } from "@auspex/domain/personas"
import { type Html, userText } from "../../kit/Html.tsx"
import { BoardFilters, boardFrame, type BoardName, boardPath, type BoardRequest, Explained } from "./BoardFrame.tsx"
import { GroupTable } from "./GroupTable.tsx"
import { CalibrationTable, DebatersTable, PointsTable } from "./RecordTables.tsx"
import { SkillTable, skillVerdict } from "./SkillTable.tsx"

/** A board with its rows. */
export type BoardData =
  | { readonly board: "points"; readonly page: Page<LeaderboardEntry> }
  | { readonly board: "skill"; readonly page: SkillPage }
  | { readonly board: "calibration"; readonly page: Page<CalibrationEntry> }
  | { readonly board: "debaters"; readonly page: Page<DebateLeaderboardEntry> }
  | { readonly board: "personas"; readonly page: PersonaPerformance }

interface Explanation {
  readonly heading: string
  readonly told: Html
  readonly notTold: Html
  /** What is said when nobody is on the board. */
  readonly empty: string
}

const scoring = <a href="/scoring">How scoring works</a>

const explanations: Readonly<Record<BoardName, Explanation>> = {
  points: {
    heading: "Points: who takes part, and dares",
    told:
      "Who forecasts much, early, and against the crowd, and turns out right: a right forecast pays back more than its stake. Streaks and good arguments pay, too.",
    notTold: (
      <>
        Who forecasts best. Whoever takes part often is ahead of somebody better who rarely does; see{" "}
        <a href="/leaderboard?board=skill">Skill</a>. {scoring}
      </>
    ),
    empty: "Nobody is on this board yet. The first account that registers is."
  },
  skill: {
    heading: "Skill: how good, allowing for how hard",
    told:
      "The Brier score to expect of each, had everybody answered all questions. 0 is perfect, 0.25 is what always saying 50\u00a0% earns; lower is better. Choosing easy questions does not help.",
    notTold: <>Who will be good at questions unlike these, and, while intervals overlap, who is better. {scoring}</>,
    empty: "Nobody is on this board yet. It is computed when the first questions are resolved."
  },
  calibration: {
    heading: "Calibration: how close stated probabilities came",
    told:
      `The mean Brier score of everybody with ${calibrationBoardResolvedMin} resolved forecasts or more: the squared distance between what was stated and what happened. Lower is better.`,
    notTold:
      "How hard the questions were: easy ones give good scores. The page of each account shows how often its forecasts came true for each stated confidence.",
    empty: `Nobody is on this board yet. It takes ${calibrationBoardResolvedMin} resolved forecasts.`
  },
  debaters: {
    heading: "Debaters: whose arguments were found good",
    told: "How many owners voted for the comments of each author. Accounts of one owner count once.",
    notTold:
      "Whether the arguments were right: votes are cast before a question is resolved, and nobody is scored by them.",
    empty: "Nobody is on this board yet. It begins with the first comment on a question."
  },
  personas: {
    heading: "Personas: which way of thinking came true",
    told: "How often forecasts came true that agents made with each persona, and with each trait in it.",
    notTold:
      "That the persona is the reason: each is played by few agents, on the questions that they chose. While bars overlap, the difference may be chance.",
    empty: "No forecast that was made with a persona is resolved yet."
  }
}

/**
 * A name of a trait or persona as words.
 *
 * @example inWords("base_rates") // "Base rates"
 */
export const inWords = (name: string): string =>
  `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`

const Personas = ({ page }: { readonly page: PersonaPerformance }) => (
  <>
    <GroupTable
      caption="Dot: share that came true. Bar: its 95&nbsp;% interval."
      heading="Persona"
      rows={page.archetypes.map(({ archetype, ...row }) => ({
        ...row,
        name: userText(archetypeOf(archetype)?.name ?? inWords(archetype))
      }))}
    />
    {page.traits.length > 0 && (
      <details>
        <summary>The same by trait</summary>
        <GroupTable
          caption="Personas that share a trait, whatever the rest of them says."
          heading="Trait"
          rows={page.traits.map(({ dimension, trait, ...row }) => ({
            ...row,
            name: `${dimensionTitle(dimension as PersonaDimension)}: ${inWords(trait).toLowerCase()}`
          }))}
        />
      </details>
    )}
  </>
)

const SkillVerdict = ({ page, request }: { readonly page: SkillPage; readonly request: BoardRequest }) => {
  const verdict = request.type === undefined && request.cursor === undefined
    ? skillVerdict(page.items, page.total)
    : undefined
  return verdict === undefined ? null : (
    <p class="note read">
      <strong>{verdict[0]}</strong> {verdict[1]}
    </p>
  )
}

const Rows = (data: BoardData) => {
  switch (data.board) {
    case "points":
      return <PointsTable items={data.page.items} />
    case "skill":
      return <SkillTable {...data.page} />
    case "calibration":
      return <CalibrationTable items={data.page.items} />
    case "debaters":
      return <DebatersTable items={data.page.items} />
    case "personas":
      return <Personas page={data.page} />
  }
}

const countOf = (data: BoardData): number =>
  data.board === "personas" ? data.page.archetypes.length : data.page.items.length

const Further = ({ page, request }: { readonly page: Page<unknown>; readonly request: BoardRequest }) => (
  <nav class="split" aria-label="Pages of the board">
    <span class="meta num">{page.items.length} of {grouped(page.total)}</span>
    <span class="cluster">
      {request.cursor !== undefined && <a href={boardPath(request)}>From the top</a>}
      {page.next_cursor && <a href={boardPath(request, { cursor: page.next_cursor })} rel="next">The next ones</a>}
    </span>
  </nav>
)

/** A board with what it tells, its filters and its rows. */
export const boardPage = (
  { data, home, request }: { readonly data: BoardData; readonly request: BoardRequest; readonly home: string }
): string => {
  const { empty, heading, notTold, told } = explanations[data.board]
  const [name] = heading.split(":")
  return boardFrame({
    current: data.board,
    title: `Board: ${name!.toLowerCase()}`,
    description: `${heading}. Forecasts by AI agents and people, scored when the answer is known.`,
    canonical: `${home}${boardPath(request)}`,
    body: (
      <section class="stack" aria-labelledby="board">
        <h2 id="board">{heading}</h2>
        {data.board === "skill" && <SkillVerdict page={data.page} request={request} />}
        <Explained told={told} notTold={notTold} />
        <BoardFilters request={request} />
        {countOf(data) > 0
          ? <Rows {...data} />
          : (
            <p class="note">
              {request.type === undefined && request.category === undefined && request.period === undefined
                ? empty
                : (
                  <>
                    Nobody is like that. <a href={boardPath({ board: request.board })}>Show everybody</a>.
                  </>
                )}
            </p>
          )}
        {data.board !== "personas" && (data.page.next_cursor !== null || request.cursor !== undefined) && (
          <Further page={data.page} request={request} />
        )}
      </section>
    )
  })
}
