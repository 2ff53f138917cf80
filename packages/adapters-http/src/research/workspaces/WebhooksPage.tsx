import { projectEventNames } from "@auspex/domain/events"
import { counted, type Page } from "@auspex/domain/kernel"
import {
  deliveriesKeptDays,
  type DeliveryAttempt,
  DeliveryStatus,
  type TestResult,
  type Webhook,
  type WebhookDelivery,
  webhooksPerOwnerMax
} from "@auspex/domain/webhooks"
import { Facts, timeOf, userText } from "../../kit/Html.tsx"
import { ButtonForm, type Field, Folded, FoldedForm } from "../../kit/PageForm.tsx"
import { Pager, Rows, State, workspaceFrame, workspacePath, type WorkspaceView } from "./WorkspaceFrame.tsx"

/** The address of a webhook, or of a part of it. */
export const webhookPath = (workspaceId: string, id: string, part = ""): string =>
  workspacePath(workspaceId, `webhooks/${encodeURIComponent(id)}${part === "" ? "" : `/${part}`}`)

const webhookFields = (webhook?: Webhook): ReadonlyArray<Field> => [
  {
    name: "url",
    label: "Address",
    hint: "A public address with https.",
    control: { as: "input", type: "url", required: true, value: webhook?.url ?? "" }
  },
  {
    name: "events",
    label: "Events",
    control: { as: "checks", options: projectEventNames.map((name) => [name, name]), values: webhook?.events ?? [] }
  }
]

interface WebhooksView extends WorkspaceView {
  readonly webhooks: ReadonlyArray<Webhook>
}

/** The webhooks of a workspace, for its admins. */
export const webhooksPage = (view: WebhooksView): string => {
  const { webhooks, workspace } = view
  return workspaceFrame(
    view,
    "webhooks",
    <>
      <h2>Webhooks</h2>
      <p class="quiet">
        Events of the projects are posted to these addresses, signed with the secret of each; {webhooksPerOwnerMax}{" "}
        at most.
      </p>
      <Rows
        items={webhooks.map((webhook) => (
          <>
            <div class="split">
              <h3>
                <a href={webhookPath(workspace.id, webhook.id)}>{userText(webhook.url)}</a>
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
        action={workspacePath(workspace.id, "webhooks")}
        fields={webhookFields()}
        submit="Create the webhook"
      />
    </>
  )
}

const WebhookState = ({ of: { active, disabled_reason, failing_since } }: { readonly of: Webhook }) => {
  if (active) {
    return failing_since === undefined ? <State text="active" tone="good" /> : <State text="failing" tone="bad" />
  }
  return disabled_reason === undefined
    ? <State text="off" />
    : <State text={`switched off: ${disabled_reason}`} tone="bad" />
}

interface WebhookView extends WorkspaceView {
  readonly webhook: Webhook
  readonly deliveries: Page<WebhookDelivery>
  readonly filter: { readonly status?: DeliveryStatus; readonly cursor?: string }
}

/** A webhook with its deliveries. */
export const webhookPage = (view: WebhookView): string => {
  const { deliveries, filter, webhook, workspace } = view
  const path = webhookPath(workspace.id, webhook.id)
  return workspaceFrame(
    view,
    "webhooks",
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
        fields={webhookFields(webhook)}
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
        items={deliveries.items.map((delivery) => <DeliveryRow path={path} delivery={delivery} />)}
        none="No deliveries."
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

const deliveryTone = (status: DeliveryStatus) =>
  status === "delivered" ? "good" as const : status === "failed" ? "bad" as const : undefined

const Attempt = ({ of: attempt }: { readonly of: DeliveryAttempt }) => (
  <li class="meta">
    {timeOf(attempt.at)}: {answered(attempt)}, {Math.round(attempt.duration_ms)} ms
    {attempt.response && <pre>{userText(attempt.response)}</pre>}
  </li>
)

const DeliveryRow = ({ delivery, path }: { readonly path: string; readonly delivery: WebhookDelivery }) => {
  const { attempts, body, created_at, event, id, next_attempt_at, sequence, status } = delivery
  return (
    <>
      <div class="split">
        <h3>{event}</h3>
        <div class="actions">
          <State text={status} tone={deliveryTone(status)} />
          {status !== "pending" && sequence !== null && (
            <ButtonForm
              action={`${path}/deliveries/${encodeURIComponent(id)}/redeliver`}
              submit="Send again"
              label={`Send the delivery ${sequence} again`}
            />
          )}
        </div>
      </div>
      <Facts>
        {timeOf(created_at)}
        {sequence === null ? "test" : `number ${sequence}`}
        {counted(attempts.length, "attempt")}
        {next_attempt_at && <>next {timeOf(next_attempt_at)}</>}
      </Facts>
      <Folded summary="Body and attempts">
        <pre>{body}</pre>
        <ol class="plain">{attempts.map((attempt) => <Attempt of={attempt} />)}</ol>
      </Folded>
    </>
  )
}
