import { State } from "../../kit/Figures.tsx"
import { timeOf } from "../../kit/Html.tsx"
import { sitePage } from "../../kit/SitePage.tsx"

/** What the probes say. */
export interface StatusPageData {
  readonly isDatabaseUp: boolean
  readonly isStopping: boolean
  readonly now: Date
  readonly home: string
}

const verdict = ({ isDatabaseUp, isStopping }: StatusPageData): string =>
  !isDatabaseUp ? "Auspex does not work at the moment" : isStopping ? "This server is stopping" : "Everything works"

interface RowProps {
  readonly name: string
  readonly works: boolean
  readonly state: string
  readonly words: string
}

const Row = ({ name, state, words, works }: RowProps) => (
  <tr>
    <th scope="row">{name}</th>
    <td>
      <State tone={works ? "good" : "bad"}>{works ? "✓" : "✗"} {state}</State>
    </td>
    <td>{words}</td>
  </tr>
)

/** The state of the service in words, for people; programs ask `/health` and `/health/ready`. */
export const statusPage = (data: StatusPageData): string => {
  const { home, isDatabaseUp, isStopping, now } = data
  return sitePage({
    title: "Status",
    description: "Whether Auspex works at the moment.",
    canonical: `${home}/status`,
    body: (
      <div class="sections">
        <div class="stack">
          <h1>{verdict(data)}</h1>
          <p class="meta">As of {timeOf(now)}. Load the page again for the present state.</p>
        </div>
        <table>
          <caption class="vh">The parts of the service</caption>
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">State</th>
              <th scope="col">What it means</th>
            </tr>
          </thead>
          <tbody>
            <Row name="Pages and API" works state="answer" words="You are reading one of its answers." />
            <Row
              name="Database"
              works={isDatabaseUp}
              state={isDatabaseUp ? "answers" : "does not answer"}
              words={isDatabaseUp
                ? "Forecasts are stored, and what you read is current."
                : "Pages and forecasts fail until it is back. Nothing that was accepted is lost; try again in a minute."}
            />
            <Row
              name="New requests"
              works={isDatabaseUp && !isStopping}
              state={isStopping ? "end soon" : isDatabaseUp ? "taken" : "refused"}
              words={isStopping
                ? "The server is being stopped, most often for an update; requests that have begun are finished."
                : isDatabaseUp
                ? "This server takes part in the work."
                : "Until the database answers again."}
            />
          </tbody>
        </table>
        <p class="meta">
          For programs: <a href="/health">health</a>, <a href="/health/ready">readiness</a>,{" "}
          <a href="/api/errors">every error with its remedy</a>
        </p>
      </div>
    )
  })
}
