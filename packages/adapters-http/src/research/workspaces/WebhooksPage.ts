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
import { html, htmlText, link, paragraph, said, timeOf } from "../../kit/Html.ts"
import { buttonForm, type Field, pageForm } from "../../kit/PageForm.ts"
import {
  dotted,
  folded,
  pager,
  rows,
  shownOnce,
  state,
  workspaceFrame,
  workspacePath,
  type WorkspaceView
} from "./WorkspaceFrame.ts"

/** A new secret, as it is shown once. */
interface ShownSecrets {
  readonly secret: string
  /** The same for libraries of Standard Webhooks. */
  readonly whsec_secret: string
}

/** The address of a webhook, or of something that is done with it. */
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
  /** A webhook that was made just now. */
  readonly created?: ShownSecrets & { readonly url: string }
}

/** A new secret in both of its notations. */
const shownSecrets = (what: string, { secret, whsec_secret }: ShownSecrets): string =>
  shownOnce(what, secret) + shownOnce("The same for libraries of Standard Webhooks", whsec_secret)

/** The webhooks of a workspace, for its admins. */
export const webhooksPage = (view: WebhooksView): string => {
  const { created, reader: { formToken }, refused, webhooks, workspace } = view
  return workspaceFrame(
    view,
    "webhooks",
    [
      html("h2", {}, "Webhooks"),
      paragraph(
        `Events of the projects are posted to these addresses, signed with the secret of each; ${webhooksPerOwnerMax} at most.`,
        "quiet"
      ),
      created === undefined ? "" : shownSecrets(`The secret that signs deliveries to ${created.url}`, created),
      rows(
        webhooks.map((webhook) =>
          html(
            "div",
            { class: "split" },
            html("h3", {}, link(webhookPath(workspace.id, webhook.id), said(webhook.url))),
            webhookState(webhook)
          ) + html("p", { class: "meta" }, htmlText(webhook.events.join(", ")))
        ),
        "No webhooks yet."
      ),
      folded(
        "Create a webhook",
        pageForm({
          id: "webhook",
          action: workspacePath(workspace.id, "webhooks"),
          formToken,
          fields: webhookFields(),
          submit: "Create the webhook",
          refused
        }),
        { isOpen: refused?.id === "webhook" }
      )
    ].join("\n")
  )
}

const webhookState = ({ active, disabled_reason, failing_since }: Webhook): string =>
  active
    ? failing_since === undefined ? state("active", "good") : state("failing", "bad")
    : state(disabled_reason === undefined ? "off" : `switched off: ${disabled_reason}`, disabled_reason && "bad")

interface WebhookView extends WorkspaceView {
  readonly webhook: Webhook
  readonly deliveries: Page<WebhookDelivery>
  readonly filter: { readonly status?: DeliveryStatus; readonly cursor?: string }
  /** The result of a test that was made just now. */
  readonly tested?: TestResult
  /** A secret that was made just now. */
  readonly rotated?: ShownSecrets & { readonly previous_secret_expires_at: Date }
}

/** A webhook with its deliveries. */
export const webhookPage = (view: WebhookView): string => {
  const { deliveries, filter, reader: { formToken }, refused, rotated, tested, webhook, workspace } = view
  const button = (part: string, submit: string, kind: "quiet" | "danger" = "quiet", hidden = {}): string =>
    buttonForm({ action: webhookPath(workspace.id, webhook.id, part), formToken, submit, kind, hidden })
  const path = webhookPath(workspace.id, webhook.id)
  return workspaceFrame(
    view,
    "webhooks",
    [
      html("h2", {}, said(webhook.url)),
      html(
        "p",
        { class: "meta" },
        dotted([
          webhookState(webhook),
          htmlText(webhook.events.join(", ")),
          webhook.failing_since === undefined ? "" : `failing since ${timeOf(webhook.failing_since)}`,
          webhook.disabled_at === undefined ? "" : `switched off ${timeOf(webhook.disabled_at)}`
        ])
      ),
      tested === undefined ? "" : testNotice(tested),
      rotated === undefined ? "" : shownSecrets("The new secret", rotated)
        + html("p", { class: "meta" }, `The former one signs too until ${timeOf(rotated.previous_secret_expires_at)}.`),
      html(
        "div",
        { class: "actions" },
        button("test", "Send a test"),
        webhook.active
          ? button("switch", "Switch off", "quiet", { active: "false" })
          : button("switch", "Switch on", "quiet", { active: "true" }),
        button("rotate", "Make a new secret")
      ),
      folded(
        "Change the address or the events",
        pageForm({
          id: "change",
          action: webhookPath(workspace.id, webhook.id, "change"),
          formToken,
          fields: webhookFields(webhook),
          submit: "Change the webhook",
          refused
        }),
        { isOpen: refused?.id === "change" }
      ),
      folded(
        "Delete this webhook …",
        paragraph("Its deliveries are deleted, too, those that are pending included.")
          + button("delete", "Delete it for good", "danger")
      ),
      html("h2", {}, "Deliveries"),
      paragraph(`Those of the last ${deliveriesKeptDays} days.`, "quiet"),
      html(
        "p",
        { class: "links" },
        ...[undefined, ...DeliveryStatus.literals].map((status) =>
          link(status === undefined ? path : `${path}?status=${status}`, status ?? "all", {
            "aria-current": status === filter.status ? "true" : undefined
          })
        )
      ),
      rows(deliveries.items.map((delivery) => deliveryRow(view, delivery)), "No deliveries."),
      pager(path, { ...filter }, deliveries.next_cursor)
    ].join("\n")
  )
}

const answered = ({ error, status }: { readonly error?: string; readonly status?: number | null }): string =>
  [status === undefined || status === null ? "no answer" : `status ${status}`, ...(error === undefined ? [] : [error])]
    .join(", ")

const testNotice = (result: TestResult): string =>
  html(
    "div",
    { class: result.delivered ? "notice" : "refusal", role: "status" },
    paragraph(
      `The test was ${result.delivered ? "delivered" : "not delivered"}: ${answered(result)}, ${
        Math.round(result.duration_ms)
      } ms.`
    )
  )

const deliveryTone = (status: DeliveryStatus) =>
  status === "delivered" ? "good" as const : status === "failed" ? "bad" as const : undefined

const attemptText = (attempt: DeliveryAttempt): string =>
  html(
    "li",
    { class: "meta" },
    `${timeOf(attempt.at)}: `,
    htmlText(`${answered(attempt)}, ${Math.round(attempt.duration_ms)} ms`),
    attempt.response === undefined || attempt.response === "" ? "" : html("pre", {}, said(attempt.response))
  )

const deliveryRow = ({ reader: { formToken }, webhook, workspace }: WebhookView, delivery: WebhookDelivery): string =>
  [
    html(
      "div",
      { class: "split" },
      html("h3", {}, htmlText(delivery.event)),
      html(
        "div",
        { class: "actions" },
        state(delivery.status, deliveryTone(delivery.status)),
        delivery.status === "pending" || delivery.sequence === null ? "" : buttonForm({
          action: webhookPath(workspace.id, webhook.id, `deliveries/${encodeURIComponent(delivery.id)}/redeliver`),
          formToken,
          submit: "Send again",
          label: `Send the delivery ${delivery.sequence} again`
        })
      )
    ),
    html(
      "p",
      { class: "meta" },
      dotted([
        timeOf(delivery.created_at),
        delivery.sequence === null ? "test" : htmlText(`number ${delivery.sequence}`),
        htmlText(counted(delivery.attempts.length, "attempt")),
        delivery.next_attempt_at === undefined ? "" : `next ${timeOf(delivery.next_attempt_at)}`
      ])
    ),
    html(
      "details",
      {},
      html("summary", {}, "Body and attempts"),
      html(
        "div",
        {},
        html("pre", {}, htmlText(delivery.body)),
        html("ol", { class: "plain" }, ...delivery.attempts.map(attemptText))
      )
    )
  ].join("")
