import { optional } from "@auspex/domain/kernel"
import { DeliveryStatus, eventsPerRequestMax, testEvent, Webhook } from "@auspex/domain/webhooks"
import { Schema } from "effect"
import { InstantParam } from "../../wire/InstantParam.ts"
import { listQuery } from "../../wire/ListQuery.ts"
import type { ExactRate } from "../../wire/OperationPolicy.ts"

// What the webhooks of accounts and of workspaces have in common.

const Url = Schema.String.annotations({
  jsonSchema: { type: "string", format: "uri", maxLength: 2048, description: "A public https address." }
})

// The domain judges the names, so that every wrong name is reported together with the event that it may stand for.
const namesOf = (events: ReadonlyArray<string>) =>
  Schema.Array(Schema.String).annotations({
    jsonSchema: {
      type: "array",
      items: { type: "string", enum: events },
      minItems: 1,
      maxItems: eventsPerRequestMax
    }
  })

/** The fields of a new webhook that can subscribe to these events. */
export const newWebhookFields = (events: ReadonlyArray<string>) => ({ url: Url, events: namesOf(events) })

/** The fields of a change; what is left out stays. */
export const changedWebhookFields = (events: ReadonlyArray<string>) => ({
  url: optional(Url),
  events: optional(namesOf(events)),
  active: optional(Schema.Boolean)
})

const Secret = Schema.String.annotations({
  jsonSchema: {
    type: "string",
    minLength: 64,
    maxLength: 64,
    pattern: "^[0-9a-f]{64}$",
    description: "64 hexadecimal characters; the text itself is the HMAC key. Shown only here."
  }
})
const WhsecSecret = Schema.String.annotations({
  jsonSchema: {
    type: "string",
    pattern: "^whsec_[A-Za-z0-9+/]+=*$",
    description: "The same key, ready for the libraries of Standard Webhooks. Shown only here."
  }
})
const secrets = { secret: Secret, whsec_secret: WhsecSecret }

export const CreatedWebhook = Schema.Struct({ ...Webhook.fields, ...secrets }).annotations({
  identifier: "CreatedWebhook"
})

export const DeletedWebhook = Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) })

export const RotatedSecret = Schema.Struct({
  id: Schema.String,
  ...secrets,
  previous_secret_expires_at: Schema.Date
}).annotations({ identifier: "RotatedSecret" })

export const WebhookTestResult = Schema.Struct({
  delivered: Schema.Boolean,
  status: Schema.NullOr(Schema.Int),
  duration_ms: Schema.Number,
  error: optional(Schema.String)
}).annotations({ identifier: "WebhookTestResult" })

/** The query of a list of deliveries of these events and of test pings. */
export const deliveriesQuery = <Name extends string, Encoded extends string>(
  EventName: Schema.Schema<Name, Encoded>
) =>
  Schema.Struct({
    ...listQuery(),
    status: optional(DeliveryStatus),
    event: optional(Schema.Union(EventName, Schema.Literal(testEvent))),
    from: optional(InstantParam),
    to: optional(InstantParam)
  })

/** One limit for all changes and tests by an account but deletions, of its own webhooks or of those of its workspaces. */
export const webhookMutations = (name: "webhooks" | "workspace_webhooks"): ExactRate => ({
  rule: { name, max: 20, windowSeconds: 60 },
  by: "account"
})

/** The codes of a subscription that is not accepted. */
export const subscriptionCodes = ["INVALID_EVENT", "HTTPS_REQUIRED", "SSRF_BLOCKED"] as const

/** A test waits for the receiver: 15 s at the most. */
export const webhookTest = { waitsFor: "outside", deadlineSeconds: 20 } as const
