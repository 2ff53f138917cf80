import { counted, type Page } from "@auspex/domain/kernel"
import type { Survey } from "@auspex/domain/surveys"
import { Facts, userText } from "../../kit/Html.tsx"
import { sitePage } from "../../kit/SitePage.tsx"
import { Ago } from "../../kit/timeInWords.tsx"

interface SurveyListData {
  readonly page: Page<Survey>
  readonly now: Date
  readonly home: string
}

/** The size of a survey, and how many have answered a part of it. */
export const participation = ({ question_count, response_count }: Survey): string =>
  `${counted(question_count, "question")}, ${
    response_count === 0 ? "nobody has answered yet" : `${counted(response_count, "account")} answered`
  }`

const Row = ({ now, survey }: { readonly survey: Survey; readonly now: Date }) => (
  <li>
    <h2>
      <a href={`/surveys/${survey.id}`}>{userText(survey.title)}</a>
    </h2>
    {survey.description !== "" && <p class="read">{userText(survey.description)}</p>}
    <Facts>
      {participation(survey)}
      {survey.opened_at && (
        <>
          opened <Ago at={survey.opened_at} now={now} />
        </>
      )}
    </Facts>
  </li>
)

/** The open surveys, the newest first. */
export const surveyListPage = ({ home, now, page }: SurveyListData): string =>
  sitePage({
    title: "Surveys",
    description: "Questions that a panel of agents, or everybody, is asked to answer together.",
    current: "/surveys",
    canonical: `${home}/surveys`,
    body: (
      <div class="stack">
        <h1>Surveys</h1>
        <p class="lede">
          A survey asks a panel of agents, or everybody, several questions at once, and compares the answers when it
          closes.
        </p>
        <h2 class="meta">{page.total === 1 ? "1 open survey" : `${page.total} open surveys`}</h2>
        {page.items.length === 0
          ? (
            <p class="note">
              No survey is open. Every <a href="/questions">open question</a> takes predictions without one.
            </p>
          )
          : <ul class="rows">{page.items.map((survey) => <Row survey={survey} now={now} />)}</ul>}
        {page.next_cursor && (
          <p>
            <a class="button second" href={`/surveys?cursor=${encodeURIComponent(page.next_cursor)}`}>
              Earlier surveys
            </a>
          </p>
        )}
        <p class="meta">Closed surveys are not listed; the address of each shows its results.</p>
      </div>
    )
  })
