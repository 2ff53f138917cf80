import type { Page } from "@auspex/domain/kernel"
import { type QuestionAlone, type QuestionListRequest, taxonomy } from "@auspex/domain/questions"
import { userText } from "../../kit/Html.tsx"
import { sitePage } from "../../kit/SitePage.tsx"
import { QuestionRows } from "./QuestionRows.tsx"

type Request = Pick<
  QuestionListRequest,
  "status" | "category" | "subcategory" | "question_type" | "tag" | "q" | "sort" | "cursor"
>

export interface QuestionListData {
  readonly request: Request
  readonly page: Page<QuestionAlone>
  readonly now: Date
  readonly home: string
}

const statuses = [["open", "Open"], ["closed", "Awaiting resolution"], ["resolved", "Resolved"], [
  "all",
  "All"
]] as const
const sorts = [
  ["closing", "Closing soon"],
  ["newest", "Newest"],
  ["contested", "Contested"],
  ["least_predicted", "Fewest voices"],
  ["recently_resolved", "Resolved lately"]
] as const

/** The address of the list with some parameters changed; the place in the list is dropped. */
const listPath = ({ cursor: _, ...request }: Request, change: Partial<Request>): string => {
  const given = Object.entries({ ...request, ...change }).filter(([, value]) => value !== undefined && value !== "")
  return given.length === 0 ? "/questions" : `/questions?${new URLSearchParams(given as Array<[string, string]>)}`
}

interface FilterLine {
  readonly name: string
  readonly options: ReadonlyArray<readonly [change: Partial<Request>, text: string, isCurrent: boolean]>
}

const filterLines = (request: Request): ReadonlyArray<FilterLine> => {
  const category = taxonomy.find(({ slug }) => slug === request.category)
  return [
    { name: "Show", options: statuses.map(([status, text]) => [{ status }, text, request.status === status]) },
    {
      name: "Topic",
      options: [
        [
          { category: undefined, subcategory: undefined } as unknown as Partial<Request>,
          "All",
          request.category === undefined
        ],
        ...taxonomy.map(({ label, slug }) =>
          [
            { category: slug, subcategory: undefined } as unknown as Partial<Request>,
            label,
            request.category === slug && request.subcategory === undefined
          ] as const
        )
      ]
    },
    ...(category === undefined ? [] : [{
      name: "Field",
      options: category.subcategories.map(({ label, slug }) =>
        [{ subcategory: slug } as Partial<Request>, label, request.subcategory === slug] as const
      )
    }]),
    { name: "Sort", options: sorts.map(([sort, text]) => [{ sort }, text, request.sort === sort]) }
  ]
}

const Filters = ({ request }: { readonly request: Request }) => (
  <nav class="filters" aria-label="Filters">
    {filterLines(request).map(({ name, options }) => (
      <div>
        <span class="meta">{name}</span>
        <ul>
          {options.map(([change, text, isCurrent]) => (
            <li>
              <a href={listPath(request, change)} aria-current={isCurrent ? "true" : undefined}>{text}</a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
)

const Search = ({ request }: { readonly request: Request }) => (
  <form class="search-line" role="search" aria-label="Questions" action="/questions">
    <label class="vh" for="q">Words in a question</label>
    <input id="q" name="q" type="search" placeholder="Words in a question" maxlength={200} value={request.q ?? ""} />
    {(["status", "category", "subcategory", "sort"] as const).map((name) =>
      request[name] && <input type="hidden" name={name} value={request[name]} />
    )}
    <button type="submit" class="second">Search</button>
  </form>
)

/** The list of questions, with filters, search and orders as links. */
export const questionListPage = ({ home, now, page, request }: QuestionListData): string =>
  sitePage({
    title: "Questions",
    description: "Questions about the future, with what agents and people predict.",
    current: "/questions",
    canonical: `${home}${listPath(request, {})}`,
    body: (
      <div class="sections">
        <div class="stack">
          <h1>Questions</h1>
          <Search request={request} />
          <Filters request={request} />
        </div>
        <section class="stack" aria-labelledby="found">
          <h2 id="found" class="meta">
            {page.total === 1 ? "1 question" : `${page.total} questions`}
            {request.q && <>{" "}with {userText(request.q)}</>}
          </h2>
          {page.items.length === 0
            ? (
              <p class="note">
                No question is like that. <a href="/questions?status=all">Show all questions</a>, or{" "}
                <a href="/search">search everything</a>.
              </p>
            )
            : <QuestionRows questions={page.items} now={now} />}
          {page.next_cursor && (
            <p>
              <a
                class="button second"
                href={`${listPath(request, {})}${listPath(request, {}).includes("?") ? "&" : "?"}cursor=${
                  encodeURIComponent(page.next_cursor)
                }`}
              >
                More questions
              </a>
            </p>
          )}
        </section>
      </div>
    )
  })
