import type { Page } from "@auspex/domain/kernel"
import { type QuestionAlone, type QuestionListRequest, taxonomy } from "@auspex/domain/questions"
import { userText } from "../../kit/Html.tsx"
import { type FilterLine, FilterLinks } from "../../kit/FilterLinks.tsx"
import { SearchForm } from "../../kit/SearchForm.tsx"
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

type Change = { readonly [Name in keyof Request]?: Request[Name] | undefined }

/** The address of the list with some parameters changed; the place in the list is dropped. */
const listPath = ({ cursor: _, ...request }: Request, change: Change): string => {
  const given = Object.entries({ ...request, ...change }).filter(([, value]) => value !== undefined && value !== "")
  return given.length === 0 ? "/questions" : `/questions?${new URLSearchParams(given as Array<[string, string]>)}`
}

const filterLines = (request: Request): ReadonlyArray<FilterLine> => {
  const { category, sort, status, subcategory } = request
  const within = taxonomy.find(({ slug }) => slug === category)
  const to = (change: Change) => listPath(request, change)
  return [
    { name: "Show", options: statuses.map(([value, text]) => [to({ status: value }), text, status === value]) },
    {
      name: "Topic",
      options: [
        [to({ category: undefined, subcategory: undefined }), "All", category === undefined],
        ...taxonomy.map(({ label, slug }) =>
          [
            to({ category: slug, subcategory: undefined }),
            label,
            category === slug && subcategory === undefined
          ] as const
        )
      ]
    },
    ...(within === undefined ? [] : [{
      name: "Field",
      options: within.subcategories.map(({ label, slug }) =>
        [to({ subcategory: slug }), label, subcategory === slug] as const
      )
    }]),
    { name: "Sort", options: sorts.map(([value, text]) => [to({ sort: value }), text, sort === value]) }
  ]
}

const Search = ({ request: { category, q, sort, status, subcategory } }: { readonly request: Request }) => (
  <SearchForm
    id="q"
    name="Questions"
    action="/questions"
    label="Words in a question"
    value={q}
    kept={{ status, category, subcategory, sort }}
  />
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
          <FilterLinks label="Filters" lines={filterLines(request)} />
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
