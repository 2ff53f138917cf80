import {
  excerpt,
  type Page as ListPage,
  type PageRequest as ListRequest,
  refuse,
  type Refusal,
  type StorageUnavailable,
  type UseCaseEffect
} from "@auspex/domain/kernel"
import type {
  CreatedWebhook,
  DeliveryFilter,
  RotatedSecret,
  TestResult,
  Webhook,
  WebhookDelivery,
  WebhookRequest,
  WebhookUpdate
} from "@auspex/domain/webhooks"
import { Effect } from "effect"
import { type Html, timeText } from "../../kit/Html.tsx"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import {
  type FormRequest,
  type PageRequest,
  postedForm,
  redirectDone,
  redirectWithNotice,
  sessionPage,
  shownPage,
  withFormErrors
} from "../../pages/sessionPage.ts"
import type { ExactRate } from "../../wire/OperationPolicy.ts"
import { testText, WebhookListPart, WebhookPart, webhookPath } from "./WebhooksPage.tsx"
import { pageTime } from "../../pages/pageTime.ts"
import { webhookTest } from "./webhookSchemas.ts"

/** The use cases of webhooks for one owner. */
export interface WebhooksOfOwner {
  readonly list: UseCaseEffect<ReadonlyArray<Webhook>>
  readonly create: (request: WebhookRequest) => UseCaseEffect<CreatedWebhook>
  readonly update: (id: string, update: WebhookUpdate) => UseCaseEffect<Webhook>
  readonly remove: (id: string) => UseCaseEffect<Webhook>
  readonly rotateSecret: (id: string) => UseCaseEffect<RotatedSecret>
  readonly test: (id: string) => UseCaseEffect<TestResult>
  readonly deliveries: (
    id: string,
    filter: DeliveryFilter,
    page: ListRequest
  ) => UseCaseEffect<ListPage<WebhookDelivery>>
  readonly redeliver: (id: string, deliveryId: string) => UseCaseEffect<WebhookDelivery>
}

type Named = Readonly<Record<string, string>>

/** The pages of the webhooks of an account or a workspace. */
export interface WebhookPages<R, R2> {
  /** The route of the list, and its address for the parameters of a path. */
  readonly route: string
  readonly listOf: (path: Named) => string
  readonly events: ReadonlyArray<string>
  /** The deliveries that a query asks for. Fails with INVALID_REQUEST. */
  readonly asked: (query: Named) => Effect.Effect<DeliveryFilter & ListRequest, Refusal>
  /** The limit of the API's changes, counted together. */
  readonly mutations: ExactRate
  /** Of the list, where the page itself is called otherwise. */
  readonly heading?: string
  /** Says what is posted. */
  readonly about: Html
  readonly ofOwner: (request: PageRequest) => Effect.Effect<WebhooksOfOwner, never, R>
  /** What goes around the content of each page. */
  readonly frame: (
    request: PageRequest,
    refused?: RefusedForm
  ) => Effect.Effect<(body: Html) => string, Refusal | StorageUnavailable, R2>
}

/** Longer addresses are cut in notices, which have to fit into a cookie. */
const urlShownMax = 300

/** Both notations of a new secret; the second is that of libraries of Standard Webhooks. */
const secretsOf = (
  name: string,
  { secret, whsec_secret }: { readonly secret: string; readonly whsec_secret: string }
) => [[name, secret], ["The same for libraries of Standard Webhooks", whsec_secret]] as const

const idOf = (path: Named): string => path["webhook_id"]!

const givenIn = (form: FormRequest["form"]): WebhookRequest => ({
  url: form.get("url") ?? "",
  events: form.getAll("events")
})

const listWith =
  <R, R2>({ about, events, frame, heading, listOf, ofOwner }: WebhookPages<R, R2>) =>
  (request: PageRequest, refused?: RefusedForm) =>
    Effect.gen(function*() {
      const framed = yield* frame(request, refused)
      const webhooks = yield* Effect.flatMap(ofOwner(request), ({ list }) => list)
      const list = listOf(request.path)
      return sessionPage(framed(WebhookListPart({ about, events, heading, list, webhooks })), refused)
    })

const oneWith =
  <R, R2>({ asked, events, frame, listOf, ofOwner }: WebhookPages<R, R2>) =>
  (request: PageRequest, refused?: RefusedForm) =>
    Effect.gen(function*() {
      const { cursor, limit, offset, ...filter } = yield* asked(request.query)
      const framed = yield* frame(request, refused)
      const at = cursor === undefined ? {} : { cursor }
      const own = yield* ofOwner(request)
      const webhook = (yield* own.list).find(({ id }) => id === idOf(request.path))
      if (webhook === undefined) return yield* refuse("WEBHOOK_NOT_FOUND", "There is no such webhook.")
      const deliveries = yield* own.deliveries(webhook.id, filter, { limit, offset, ...at })
      const now = yield* pageTime
      const list = listOf(request.path)
      const body = WebhookPart({ events, list, webhook, deliveries, filter: { ...filter, ...at }, now })
      return sessionPage(framed(body), refused)
    })

/** The list of webhooks, and the forms that make, change, switch and delete one. */
const subscriptionRoutes = <R, R2>(pages: WebhookPages<R, R2>) => {
  const { listOf, mutations, ofOwner, route } = pages
  const change = { exactRate: mutations }
  const [showList, show] = [listWith(pages), oneWith(pages)]
  const pageOf = (path: Named): string => webhookPath(listOf(path), idOf(path))
  return [
    ...shownPage(route, (request) => showList(request)),
    ...postedForm({
      path: route,
      policy: { ...change, waitsFor: "lookup" },
      submit: (request) =>
        withFormErrors(
          Effect.map(
            Effect.flatMap(ofOwner(request), ({ create }) => create(givenIn(request.form))),
            (created) =>
              redirectWithNotice(request, listOf(request.path), {
                secrets: secretsOf(`The secret that signs deliveries to ${excerpt(created.url, urlShownMax)}`, created)
              })
          ),
          { id: "webhook", form: request.form, show: (refused) => showList(request, refused) }
        )
    }),
    ...shownPage(`${route}/:webhook_id`, (request) => show(request)),
    ...postedForm({
      path: `${route}/:webhook_id/change`,
      page: pageOf,
      policy: { ...change, waitsFor: "lookup" },
      submit: (request) =>
        withFormErrors(
          Effect.as(
            Effect.flatMap(ofOwner(request), ({ update }) => update(idOf(request.path), givenIn(request.form))),
            redirectDone(pageOf(request.path), "webhook-changed")
          ),
          { id: "change", form: request.form, show: (refused) => show(request, refused) }
        )
    }),
    ...postedForm({
      path: `${route}/:webhook_id/switch`,
      page: pageOf,
      policy: change,
      submit: (request) =>
        Effect.as(
          Effect.flatMap(ofOwner(request), ({ update }) =>
            update(idOf(request.path), { active: request.form.get("active") === "true" })),
          redirectDone(pageOf(request.path), "webhook-changed")
        )
    }),
    ...postedForm({
      path: `${route}/:webhook_id/delete`,
      page: listOf,
      submit: (request) =>
        Effect.as(
          Effect.flatMap(ofOwner(request), ({ remove }) => remove(idOf(request.path))),
          redirectDone(listOf(request.path), "webhook-deleted")
        )
    })
  ]
}

/** The forms that test a webhook, make a new secret, and send a delivery again. */
const deliveryRoutes = <R, R2>({ listOf, mutations, ofOwner, route }: WebhookPages<R, R2>) => {
  const change = { exactRate: mutations }
  const pageOf = (path: Named): string => webhookPath(listOf(path), idOf(path))
  return [
    ...postedForm({
      path: `${route}/:webhook_id/test`,
      page: pageOf,
      policy: { ...change, ...webhookTest },
      submit: (request) =>
        Effect.map(
          Effect.flatMap(ofOwner(request), ({ test }) => test(idOf(request.path))),
          (result) =>
            redirectWithNotice(request, pageOf(request.path), { text: testText(result), hasFailed: !result.delivered })
        )
    }),
    ...postedForm({
      path: `${route}/:webhook_id/rotate`,
      page: pageOf,
      policy: change,
      submit: (request) =>
        Effect.map(
          Effect.flatMap(ofOwner(request), ({ rotateSecret }) => rotateSecret(idOf(request.path))),
          (rotated) =>
            redirectWithNotice(request, pageOf(request.path), {
              secrets: secretsOf("The new secret", rotated),
              text: `The former one signs too until ${timeText(rotated.previous_secret_expires_at)}.`
            })
        )
    }),
    ...postedForm({
      path: `${route}/:webhook_id/deliveries/:delivery_id/redeliver`,
      page: pageOf,
      policy: change,
      submit: (request) =>
        Effect.as(
          Effect.flatMap(ofOwner(request), ({ redeliver }) =>
            redeliver(idOf(request.path), request.path["delivery_id"]!)),
          redirectDone(pageOf(request.path), "delivery-sent")
        )
    })
  ]
}

/** The webhooks of an owner and their deliveries, as pages with all that can be done to them. */
export const webhookRoutes = <R, R2>(pages: WebhookPages<R, R2>) => [
  ...subscriptionRoutes(pages),
  ...deliveryRoutes(pages)
]
