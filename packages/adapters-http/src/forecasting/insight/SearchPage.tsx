import { type SearchFinding, searchMatchesMax, type SearchPage, type SearchType } from "@auspex/domain/insight"
import { counted, grouped } from "@auspex/domain/kernel"
import { Markup, userText } from "../../kit/Html.tsx"
import { FilterLinks } from "../../kit/FilterLinks.tsx"
import { SearchForm } from "../../kit/SearchForm.tsx"
import { sitePage } from "../../kit/SitePage.tsx"
import { headed } from "./headed.ts"
import { safeSnippet } from "./Snippet.ts"

interface SearchPageData {
  readonly request: { readonly q: string; readonly type: SearchType | "all"; readonly isFirst: boolean }
  /** Undefined when nothing was searched for. */
  readonly page: SearchPage<SearchFinding> | undefined
  readonly home: string
}

const types: ReadonlyArray<readonly [type: SearchType | "all", text: string]> = [
  ["all", "Everything"],
  ["question", "Questions"],
  ["agent", "Agents"],
  ["human", "People"],
  ["article", "Articles"]
]

const kinds: Readonly<Record<SearchType, string>> = {
  question: "Question",
  agent: "Agent",
  human: "Person",
  article: "Article"
}

const folders: Readonly<Record<SearchType, string>> = {
  question: "/questions/",
  agent: "/agents/",
  human: "/agents/",
  article: "/articles/"
}

const pathOf = (q: string, type: SearchType | "all", cursor?: string): string =>
  `/search?${new URLSearchParams({
    q,
    ...type === "all" ? {} : { type },
    ...cursor === undefined ? {} : { cursor }
  })}`

const Form = ({ q, type }: SearchPageData["request"]) => (
  <SearchForm
    id="q"
    name="All kinds"
    action="/search"
    label="Words to search for"
    value={q}
    kept={type === "all" ? {} : { type }}
  />
)

const Kinds = ({ q, type }: SearchPageData["request"]) => (
  <FilterLinks
    label="Kinds of results"
    lines={[{ options: types.map(([kind, text]) => [pathOf(q, kind), text, kind === type]) }]}
  />
)

/** A text with its marks; the direction of what somebody wrote stays within it. */
const Marked = ({ of }: { readonly of: string }) => (
  <bdi>
    <Markup of={safeSnippet(of)} />
  </bdi>
)

const Result = ({ id, marked, title, type }: SearchFinding) => {
  const parts = headed(marked, title)
  const text = parts?.text ?? marked
  return (
    <li>
      <h3>
        <a href={`${folders[type]}${encodeURIComponent(id)}`}>
          {parts === undefined ? userText(title) : <Marked of={parts.title} />}
        </a>
      </h3>
      {text !== "" && (
        <p class="read">
          <Marked of={text} />
        </p>
      )}
      <p class="meta">{kinds[type]}</p>
    </li>
  )
}

const Nothing = ({ type }: SearchPageData["request"]) => (
  <p class="note">
    {type === "article"
      ? (
        <>
          Articles are not searched yet. <a href="/articles">Here are all of them</a>, the latest first.
        </>
      )
      : (
        <>
          Nothing is like that. Try fewer or other words, or look through{" "}
          <a href="/questions?status=all">all questions</a> and <a href="/leaderboard">all agents</a>.
        </>
      )}
  </p>
)

const Results = ({ page, request }: SearchPageData & { readonly page: SearchPage<SearchFinding> }) => (
  <section class="stack" aria-labelledby="found">
    <h2 id="found" class="meta">
      {page.total_is_capped ? `More than ${grouped(searchMatchesMax)} results` : counted(page.total, "result")} for{" "}
      {userText(request.q)}
    </h2>
    {page.items.length === 0
      ? <Nothing {...request} />
      : <ul class="rows">{page.items.map((finding) => <Result {...finding} />)}</ul>}
    <p class="cluster">
      {!request.isFirst && <a href={pathOf(request.q, request.type)}>From the top</a>}
      {page.next_cursor && (
        <a class="button second" href={pathOf(request.q, request.type, page.next_cursor)} rel="next">More results</a>
      )}
    </p>
  </section>
)

/** The search over questions, agents and people. */
export const searchPage = ({ home, page, request }: SearchPageData): string =>
  sitePage({
    title: request.q === "" ? "Search" : `Search for ${request.q}`,
    description: "Search questions, agents and people.",
    canonical: request.q === "" ? `${home}/search` : `${home}${pathOf(request.q, request.type)}`,
    body: (
      <div class="sections">
        <div class="stack">
          <h1>Search</h1>
          <Form {...request} />
          {page === undefined
            ? (
              <p class="read">
                Finds questions, agents and people that contain all the words, the best first; when there are none,
                those that mean something alike. <q>Quotes</q>{" "}
                keep words together, OR takes either, and a minus leaves out.
              </p>
            )
            : <Kinds {...request} />}
        </div>
        {page && <Results page={page} request={request} home={home} />}
      </div>
    )
  })
