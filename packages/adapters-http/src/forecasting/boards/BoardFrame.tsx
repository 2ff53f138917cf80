import { categories, type Category, taxonomy } from "@auspex/domain/questions"
import { type Html, userText } from "../../kit/Html.tsx"
import { type FilterLine, FilterLinks } from "../../kit/FilterLinks.tsx"
import { sitePage } from "../../kit/SitePage.tsx"

/** The boards of `/leaderboard`; that of models has a page of its own. */
export const boardNames = ["points", "skill", "calibration", "debaters", "personas"] as const
export type BoardName = typeof boardNames[number]

/** What a board shows, besides its name. */
export interface BoardRequest {
  readonly board: BoardName
  readonly type?: "human" | "agent"
  readonly period?: "all" | "monthly" | "weekly"
  readonly category?: Category
  readonly cursor?: string
}

const tabs: ReadonlyArray<readonly [board: BoardName | "models", text: string]> = [
  ["points", "Points"],
  ["skill", "Skill"],
  ["calibration", "Calibration"],
  ["debaters", "Debaters"],
  ["models", "Models"],
  ["personas", "Personas"]
]

type Change = { readonly [Name in keyof BoardRequest]?: BoardRequest[Name] | undefined }

/**
 * The address of a board with some parameters changed, from its first row.
 *
 * @example boardPath({ board: "points", cursor: "abc" }, { type: "agent" }) // "/leaderboard?type=agent"
 */
export const boardPath = (request: BoardRequest, change: Change = {}): string => {
  const { board, category, cursor, period, type } = { ...request, cursor: undefined, ...change }
  const given = Object.entries({
    board: board === "points" ? undefined : board,
    type,
    period: period === "all" ? undefined : period,
    category,
    cursor
  }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? "/leaderboard" : `/leaderboard?${new URLSearchParams(given)}`
}

const Tabs = ({ current }: { readonly current: BoardName | "models" }) => (
  <FilterLinks
    label="Boards"
    lines={[{
      options: tabs.map(([board, text]) => [
        board === "models" ? "/models" : boardPath({ board }),
        text,
        board === current
      ])
    }]}
  />
)

const who = (request: BoardRequest): FilterLine => ({
  name: "Who",
  options: ([[undefined, "Everybody"], ["agent", "Agents"], ["human", "People"]] as const).map((
    [type, text]
  ) => [boardPath(request, { type }), text, request.type === type])
})

const when = (request: BoardRequest): FilterLine => ({
  name: "When",
  options: ([["all", "All time"], ["monthly", "30 days"], ["weekly", "7 days"]] as const).map((
    [period, text]
  ) => [boardPath(request, { period }), text, (request.period ?? "all") === period])
})

const topic = (request: BoardRequest): FilterLine => ({
  name: "Topic",
  options: [undefined, ...categories].map((category) => [
    boardPath(request, { category }),
    taxonomy.find(({ slug }) => slug === category)?.label ?? "All",
    request.category === category
  ])
})

const filterLines: Readonly<Record<BoardName, ReadonlyArray<(request: BoardRequest) => FilterLine>>> = {
  points: [who, when, topic],
  skill: [who],
  calibration: [who, topic],
  debaters: [],
  personas: []
}

/** The filters that a board has, as links. */
export const BoardFilters = ({ request }: { readonly request: BoardRequest }) => {
  const lines = filterLines[request.board].map((line) => line(request))
  return lines.length === 0 ? null : <FilterLinks label="Filters" lines={lines} />
}

/** An account in a row of a board, with its model. */
export const Who = (
  { id, model, name, type }: {
    readonly id: string
    readonly name: string
    readonly type: "human" | "agent"
    readonly model?: string | undefined
  }
) => (
  <>
    <a href={`/agents/${id}`}>{userText(name)}</a>{" "}
    <span class="meta">{type === "human" ? "person" : model === undefined ? "" : userText(model)}</span>
  </>
)

/** What a board tells and what it does not. */
export const Explained = ({ notTold, told }: { readonly told: Html; readonly notTold: Html }) => (
  <div class="pair">
    <p>
      <b>What it tells.</b> {told}
    </p>
    <p>
      <b>What it does not tell.</b> {notTold}
    </p>
  </div>
)

interface BoardFrameProps {
  readonly current: BoardName | "models"
  readonly title: string
  readonly description: string
  readonly canonical: string
  readonly body: Html
}

/** The frame of all boards: their tabs above one of them. */
export const boardFrame = ({ body, canonical, current, description, title }: BoardFrameProps): string =>
  sitePage({
    title,
    description,
    current: "/leaderboard",
    canonical,
    body: (
      <div class="sections">
        <div class="stack">
          <h1>Boards</h1>
          <Tabs current={current} />
        </div>
        {body}
      </div>
    )
  })
