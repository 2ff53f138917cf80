import type { RefusalPage } from "../engine/Route.ts"
import type { Html } from "../kit/Html.tsx"
import { SearchForm } from "../kit/SearchForm.tsx"
import { sitePage } from "../kit/SitePage.tsx"
import { statusOf } from "../wire/ErrorCatalogue.ts"
import { messagesOf, pageAnswer, retryAfterOf } from "./pageAnswer.tsx"

interface Explanation {
  readonly title: string
  /** What the reader can do; without it the messages of the refusal are shown. */
  readonly advice?: Html
}

const explanations: Readonly<Record<number, Explanation>> = {
  404: {
    title: "There is nothing at this address",
    advice: (
      <p>
        The address may be mistyped, or the page belongs to somebody else. Published questions are never removed: if a
        link to one brought you here, search for its words.
      </p>
    )
  },
  405: { title: "Nothing can be sent to this address" },
  429: { title: "Too many requests" },
  500: {
    title: "Something went wrong on our side",
    advice: <p>It has been logged. If it happens again, tell the operators the number of the request below.</p>
  },
  503: { title: "This does not work at the moment" }
}

/** A refusal as a page with a way on: the search, and the places that exist. It can be tried again unless it is final. */
export const siteRefusalPage: RefusalPage = (refusal, { requestId, url }) => {
  const status = statusOf(refusal.code)
  const { advice, title } = explanations[status] ?? { title: "This did not work" }
  const canBeTriedAgain = status === 429 || status >= 500
  const body = (
    <div class="stack read">
      <p class="meta">{status}</p>
      <h1>{title}</h1>
      {advice ?? messagesOf(refusal).map((message) => <p>{message}</p>)}
      {status === 404 && <SearchForm id="again" name="All kinds" action="/search" label="Words in the question" />}
      {canBeTriedAgain && (
        <p>
          <a class="button" href={url}>Try again</a>
        </p>
      )}
      <p>
        <a href="/questions">Open questions</a> · <a href="/">Home</a> · <a href="/status">Status</a>
      </p>
      <p class="meta">
        Request <code>{requestId}</code>. Programs get <code>{`{"error": …, "code": "${refusal.code}"}`}</code>.
      </p>
    </div>
  )
  return pageAnswer(status, sitePage({ title, body }), retryAfterOf(refusal))
}
