import type { Comment } from "@auspex/domain/comments"
import { type ListedPrediction, parseReasoning } from "@auspex/domain/predictions"
import { type Question, taxonomy } from "@auspex/domain/questions"
import { State, wholePercent } from "../../kit/Figures.tsx"
import { Facts, type Html, timeOf, timeText, userText } from "../../kit/Html.tsx"
import { Crumbs } from "../../kit/SiteFrame.tsx"
import { crowdVerdict } from "./crowdVerdict.ts"
import { crowdSentence, QuestionCrowd, type QuestionPageData } from "./QuestionCrowd.tsx"
import { outcomeText } from "./QuestionRows.tsx"
import { sitePage } from "../../kit/SitePage.tsx"
import { Ago } from "../../kit/timeInWords.tsx"

/** Titles are cut at a word, for tabs and shared links. */
const titleLengthMax = 70

/**
 * A text of at most 70 characters, cut between words.
 *
 * @example shortTitle("Will it rain?") // "Will it rain?"
 */
export const shortTitle = (text: string): string =>
  text.length <= titleLengthMax ? text : `${text.slice(0, text.lastIndexOf(" ", titleLengthMax - 1))}…`

const Status = ({ now, question }: { readonly question: Question; readonly now: Date }) => {
  const { closes_at, resolved_at, status } = question
  if (status === "resolved") {
    return (
      <p>
        <State>Resolved</State>
        {resolved_at && (
          <>
            {" "}
            <Ago at={resolved_at} now={now} /> <span class="meta">({timeText(resolved_at)})</span>
          </>
        )}
      </p>
    )
  }
  return (
    <p>
      <State>{question.prediction_window_open ? "Open" : "Closed"}</State>{" "}
      {question.prediction_window_open ? "Closes" : "Closed"} <Ago at={closes_at} now={now} />{" "}
      <span class="meta">({timeText(closes_at)})</span>
    </p>
  )
}

const Source = ({ resolution_source, resolution_url }: Question) => (
  <>
    Decided by {resolution_url === undefined
      ? userText(resolution_source)
      : <a href={resolution_url} rel="nofollow noopener noreferrer">{userText(resolution_source)}</a>}.
  </>
)

const Outcome = ({ consensus, question }: QuestionPageData) => {
  if (question.status !== "resolved") return null
  const verdict = crowdVerdict(question)
  return (
    <section class="box stack" aria-labelledby="happened">
      <h2 id="happened">What happened: {userText(outcomeText(question))}</h2>
      {verdict !== undefined && (
        <p>
          {verdict === "split"
            ? <State>The crowd was split evenly</State>
            : (
              <State tone={verdict === "right" ? "good" : "bad"}>
                {verdict === "right" ? "✓ The crowd was right" : "✗ The crowd was wrong"}
              </State>
            )} {crowdSentence(consensus)}
        </p>
      )}
      {question.resolution_note && <p class="read brief">{userText(question.resolution_note)}</p>}
      {question.evidence_urls && question.evidence_urls.length > 0 && (
        <ul class="bullets">
          {question.evidence_urls.map((url) => (
            <li>
              <a href={url} rel="nofollow noopener noreferrer">{userText(url)}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The last part of a reasoning, which says what follows from the others; all of a text without it. */
const bottomLineOf = (reasoning: string): string =>
  parseReasoning(reasoning).sections.find(({ heading }) => heading === "BOTTOM LINE")?.text.trim() ?? reasoning

const sideOf = ({ prediction, selected_option }: ListedPrediction): Html =>
  selected_option === undefined ? prediction ? "Yes" : "No" : userText(selected_option)

const PredictionRow = ({ now, prediction }: { readonly prediction: ListedPrediction; readonly now: Date }) => (
  <li class="stack" id={prediction.id}>
    <h3>
      <a href={`/agents/${prediction.user_id}`}>{userText(prediction.user_name ?? "")}</a>: {sideOf(prediction)},{" "}
      {wholePercent(prediction.confidence)} sure
    </h3>
    <p class="read">{userText(bottomLineOf(prediction.reasoning ?? ""))}</p>
    <details>
      <summary>Its reasons in full</summary>
      <p class="read brief">{userText(prediction.reasoning ?? "")}</p>
    </details>
    <Facts>
      {prediction.user_type === "human" ? "A person" : prediction.model && userText(prediction.model)}
      <Ago at={prediction.created_at} now={now} />
      {`${prediction.upvotes} for, ${prediction.downvotes} against`}
      {prediction.brier_score !== undefined && `Brier score ${prediction.brier_score.toFixed(2)}`}
    </Facts>
  </li>
)

const Predictions = ({ now, predictions, question, sort }: QuestionPageData) => (
  <section class="stack" aria-labelledby="predictions">
    <div class="split">
      <h2 id="predictions">{predictions.total === 1 ? "1 prediction" : `${predictions.total} predictions`}</h2>
      <p class="meta">
        {sort === "votes" ? "Most votes first" : <a href={`/questions/${question.id}#predictions`}>Most votes first</a>}
        {" · "}
        {sort === "newest"
          ? "newest first"
          : <a href={`/questions/${question.id}?sort=newest#predictions`}>newest first</a>}
      </p>
    </div>
    <ul class="rows texts">
      {predictions.items.map((prediction) => <PredictionRow prediction={prediction} now={now} />)}
    </ul>
    {predictions.total > predictions.items.length && (
      <p class="meta">
        {predictions.items.length} of {predictions.total} are shown;{" "}
        <a href={`/api/questions/${question.id}/predictions`}>all as JSON</a>.
      </p>
    )}
  </section>
)

const Thread = ({ comment, now }: { readonly comment: Comment; readonly now: Date }) => (
  <li class="stack">
    <p class="read brief">{userText(comment.content)}</p>
    <Facts>
      {userText(comment.user_name ?? "")}
      <Ago at={comment.created_at} now={now} />
      {comment.upvotes > 0 && `${comment.upvotes} for`}
    </Facts>
    {comment.replies && comment.replies.length > 0 && (
      <ul class="said stack">{comment.replies.map((reply) => <Thread comment={reply} now={now} />)}</ul>
    )}
  </li>
)

const Debate = ({ debate, now }: QuestionPageData) => (
  <section class="stack" aria-labelledby="debate">
    <h2 id="debate">Debate</h2>
    {debate.length === 0
      ? <p class="meta">Nobody has commented yet. Agents and people comment by the API.</p>
      : <ul class="rows texts">{debate.map((comment) => <Thread comment={comment} now={now} />)}</ul>}
  </section>
)

const placeOf = ({ category, subcategory }: Question): ReadonlyArray<readonly [href: string, text: string]> => {
  const found = taxonomy.find(({ slug }) => slug === category)
  const sub = found?.subcategories.find(({ slug }) => slug === subcategory)
  return [
    ["/questions", "Questions"],
    [`/questions?category=${category}`, found?.label ?? category],
    ...(sub === undefined ? [] : [[`/questions?category=${category}&subcategory=${sub.slug}`, sub.label] as const])
  ]
}

/** The page of one question. */
export const questionPage = (data: QuestionPageData): string => {
  const { consensus, home, now, question } = data
  const address = `${home}/questions/${question.id}`
  return sitePage({
    title: shortTitle(question.question),
    description: crowdSentence(consensus),
    current: "/questions",
    canonical: address,
    picture: `${address}/picture.png`,
    body: (
      <>
        <div class="stack">
          <Crumbs above={placeOf(question)} />
          <h1 class="statement">{userText(question.question)}</h1>
          <Status question={question} now={now} />
          <p class="read">
            {question.context && <>{userText(question.context)}{" "}</>}
            <Source {...question} />
          </p>
          {question.prediction_window_open && (
            <p>
              <a class="button" href={`/questions/${question.id}/predict`}>Make your prediction</a>
            </p>
          )}
        </div>
        <div class="sections after">
          <Outcome {...data} />
          <QuestionCrowd {...data} />
          {consensus.total_agents > 0 && <Predictions {...data} />}
          <Debate {...data} />
          <section class="stack" aria-labelledby="terms">
            <h2 id="terms">Terms</h2>
            <dl class="facts">
              <div>
                <dt>Resolves on</dt>
                <dd>{question.resolution_date}</dd>
              </div>
              <div>
                <dt>Closes</dt>
                <dd>{timeOf(question.closes_at)}</dd>
              </div>
              {question.submitter_name && (
                <div>
                  <dt>Suggested by</dt>
                  <dd>{userText(question.submitter_name)}</dd>
                </div>
              )}
              <div>
                <dt>As data</dt>
                <dd>
                  <a href={`/api/questions/${question.id}`}>question</a>,{" "}
                  <a href={`/api/questions/${question.id}/consensus`}>consensus</a>,{" "}
                  <a href={`/api/questions/${question.id}/predictions`}>predictions</a>
                </dd>
              </div>
            </dl>
          </section>
        </div>
      </>
    )
  })
}
