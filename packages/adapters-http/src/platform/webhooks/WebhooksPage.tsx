import { counted, type Page } from "@auspex/domain/kernel"
import {
  deliveriesKeptDays,
  type DeliveryAttempt,
  DeliveryStatus,
  type TestResult,
  type Webhook,
  type WebhookDelivery
} from "@auspex/domain/webhooks"
import { State } from "../../kit/Figures.tsx"
import { Facts, type Html, timeOf, userText } from "../../kit/Html.tsx"
import { ButtonForm, type Field, Folded, FoldedForm } from "../../kit/PageForm.tsx"
import { Pager, Rows } from "../../kit/Rows.tsx"
import { Ago } from "../../kit/timeInWords.tsx"

/** The address of a webhook in the list at `list`, or of a part of it. */
export const webhookPath = (list: string, id: string, part = ""): string =>
  `${list}/${encodeURIComponent(id)}${part === "" ? "" : `/${part}`}`

const webhookFields = (events: ReadonlyArray<string>, webhook?: Webhook): ReadonlyArray<Field> => [
  {
    name: "url",
    label: "Address",
    hint: "A public address with https.",
    control: { as: "input", type: "url", required: true, value: webhook?.url ?? "" }
  },
  {
    name: "events",
    label: "Events",
    control: { as: "checks", options: events.map((name) => [name, name]), values: webhook?.events ?? [] }
  }
]

/** What the forms of webhooks have done, in words. */
export const webhookActs: Readonly<Record<string, string>> = {
  "webhook-changed": "The webhook is changed.",
  "webhook-deleted": "The webhook is deleted, with its deliveries.",
  "delivery-sent": "The delivery is sent again."
}

/** What all pages of webhooks have in common. */
interface WebhookPlace {
  /** The address of the list. */
  readonly list: string
  /** The events that can be subscribed to. */
  readonly events: ReadonlyArray<string>
}

interface WebhookList extends WebhookPlace {
  /** Where the page itself is called otherwise. */
  readonly heading?: string | undefined
  /** Says what is posted. */
  readonly about: Html
  readonly webhooks: ReadonlyArray<Webhook>
}

/** The webhooks of an owner, with a form for one more. */
export const WebhookListPart = ({ about, events, heading, list, webhooks }: WebhookList) => (
  <>
    {heading !== undefined && <h2>{heading}</h2>}
    <p class="quiet">{about}</p>
    <Rows
      items={webhooks.map((webhook) => (
        <>
          <div class="split">
            <h3>
              <a href={webhookPath(list, webhook.id)}>{userText(webhook.url)}</a>
            </h3>
            <WebhookState of={webhook} />
          </div>
          <p class="meta">{webhook.events.join(", ")}</p>
        </>
      ))}
      none="No webhooks yet."
    />
    <FoldedForm
      summary="Create a webhook"
      id="webhook"
      action={list}
      fields={webhookFields(events)}
      submit="Create the webhook"
    />
  </>
)

const WebhookState = ({ of: { active, disabled_reason, failing_since } }: { readonly of: Webhook }) => {
  if (active) {
    return failing_since === undefined ? <State tone="good">active</State> : <State tone="bad">failing</State>
  }
  return disabled_reason === undefined
    ? <State>off</State>
    : <State tone="bad">switched off: {disabled_reason}</State>
}

interface WebhookView extends WebhookPlace {
  readonly webhook: Webhook
  readonly deliveries: Page<WebhookDelivery>
  readonly filter: { readonly status?: DeliveryStatus; readonly cursor?: string }
  readonly now: Date
}

/** A webhook with its deliveries. */
export const WebhookPart = ({ deliveries, events, filter, list, now, webhook }: WebhookView) => {
  const path = webhookPath(list, webhook.id)
  // The newest delivery that nobody has accepted yet is why the reader comes here.
  const unanswered = deliveries.items.find(({ attempts, status }) => status !== "delivered" && attempts.length > 0)
  return (
    <>
      <h2>{userText(webhook.url)}</h2>
      <Facts>
        <WebhookState of={webhook} />
        {webhook.events.join(", ")}
        {webhook.failing_since && <>failing since {timeOf(webhook.failing_since)}</>}
        {webhook.disabled_at && <>switched off {timeOf(webhook.disabled_at)}</>}
      </Facts>
      <div class="actions">
        <ButtonForm action={`${path}/test`} submit="Send a test" />
        <ButtonForm
          action={`${path}/switch`}
          hidden={{ active: String(!webhook.active) }}
          submit={webhook.active ? "Switch off" : "Switch on"}
        />
        <ButtonForm action={`${path}/rotate`} submit="Make a new secret" />
      </div>
      <FoldedForm
        summary="Change the address or the events"
        id="change"
        action={`${path}/change`}
        fields={webhookFields(events, webhook)}
        submit="Change the webhook"
      />
      <Folded summary="Delete this webhook …">
        <p>Its deliveries are deleted, too, those that are pending included.</p>
        <ButtonForm action={`${path}/delete`} submit="Delete it for good" kind="danger" />
      </Folded>
      <h2>Deliveries</h2>
      <p class="quiet">Those of the last {deliveriesKeptDays} days.</p>
      <p class="links">
        {[undefined, ...DeliveryStatus.literals].map((status) => (
          <a
            href={status === undefined ? path : `${path}?status=${status}`}
            aria-current={status === filter.status ? "true" : undefined}
          >
            {status ?? "all"}
          </a>
        ))}
      </p>
      <Rows
        items={deliveries.items.map((delivery) => (
          <DeliveryRow path={path} delivery={delivery} now={now} isOpen={delivery === unanswered} />
        ))}
        none="No deliveries. The first event brings one; a test brings one at once."
      />
      <Pager path={path} query={filter} next={deliveries.next_cursor} />
    </>
  )
}

const answered = ({ error, status }: { readonly error?: string; readonly status?: number | null }): string =>
  [status === undefined || status === null ? "no answer" : `status ${status}`, ...(error === undefined ? [] : [error])]
    .join(", ")

/** The result of a test in words. */
export const testText = (result: TestResult): string =>
  `The test was ${result.delivered ? "delivered" : "not delivered"}: ${answered(result)}, ${
    Math.round(result.duration_ms)
  } ms.`

const DeliveryState = ({ of }: { readonly of: DeliveryStatus }) =>
  of === "pending" ? <State>{of}</State> : <State tone={of === "delivered" ? "good" : "bad"}>{of}</State>

const attemptsOf = ({ attempts, status }: WebhookDelivery): string =>
  attempts.length === 0
    ? "No attempt yet"
    : `${counted(attempts.length, "attempt")}${
      status === "delivered" ? attempts.length === 1 ? "" : ", the last one accepted" : ", none accepted"
    }`

interface AttemptsProps {
  readonly of: ReadonlyArray<DeliveryAttempt>
  readonly title: string
  readonly now: Date
}

const Attempts = ({ now, of, title }: AttemptsProps) => (
  <div class="scrolls" tabindex={0} role="region" aria-label={title}>
    <table>
      <thead>
        <tr>
          <th scope="col">Attempt</th>
          <th scope="col">Answer</th>
          <th scope="col">Took</th>
        </tr>
      </thead>
      <tbody>
        {of.map((attempt) => (
          <tr>
            <th scope="row">
              {attempt.number}, <Ago at={attempt.at} now={now} />
            </th>
            <td>
              <span class={attempt.error === undefined ? "good" : "bad"}>
                {attempt.error === undefined ? "✓" : "✗"} {answered(attempt)}
              </span>
              {attempt.response && <pre>{userText(attempt.response)}</pre>}
            </td>
            <td>{Math.round(attempt.duration_ms).toLocaleString("en")} ms</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

interface DeliveryRowProps {
  readonly path: string
  readonly delivery: WebhookDelivery
  readonly now: Date
  /** Whether its attempts are shown at once. */
  readonly isOpen: boolean
}

const DeliveryRow = ({ delivery, isOpen, now, path }: DeliveryRowProps) => {
  const { attempts, body, created_at, event, id, next_attempt_at, sequence, status } = delivery
  const title = sequence === null ? "the test" : `number ${sequence}`
  return (
    <>
      <div class="split">
        <h3>{event}</h3>
        <div class="actions">
          <DeliveryState of={status} />
          {status !== "pending" && sequence !== null && (
            <ButtonForm
              action={`${path}/deliveries/${encodeURIComponent(id)}/redeliver`}
              submit="Send again"
              label={`Send again, ${title}`}
            />
          )}
        </div>
      </div>
      <Facts>
        <Ago at={created_at} now={now} />
        {sequence === null ? "test" : title}
        {next_attempt_at && (
          <>
            next try <Ago at={next_attempt_at} now={now} />
          </>
        )}
      </Facts>
      <Folded summary={attemptsOf(delivery)} isOpen={isOpen}>
        {attempts.length > 0 && <Attempts of={attempts} title={`Attempts of ${title}`} now={now} />}
      </Folded>
      <Folded summary="What is sent">
        <pre class="prompt" tabindex={0} aria-label={`Body of ${title}`}>{body}</pre>
      </Folded>
    </>
  )
}
