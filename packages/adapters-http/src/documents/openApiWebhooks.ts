import type { OutboxEventName } from "@auspex/domain/events"
import { attemptsMax, deliveryBytesMax, rotatedSecretHours } from "@auspex/domain/webhooks"
import { JSONSchema, type Schema } from "effect"
import { eventSchemas, testEventSchema } from "../platform/events/eventSchemas.ts"
import { signatureGuide, signatureVector } from "../platform/webhooks/webhookSignatureTexts.ts"
import { exampleOf } from "./openApiExamples.ts"
import { type Json, normalised } from "./openApiSchemas.ts"

const header = (name: string, description: string, example: string, required = true): Json => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
  example
})

const deliveryId = "01998f7e-0000-7000-8000-000000000000"

/** The headers of a delivery. */
const headersOf = (event: string): ReadonlyArray<Json> => [
  header("X-WS-Event", "The name of the event.", event),
  header(
    "X-WS-Signature",
    "`sha256=` and the HMAC-SHA256 of the raw body; the key is the secret as text.",
    signatureVector["X-WS-Signature"]
  ),
  header("X-WS-Delivery", "The id of the delivery, the same at every attempt.", deliveryId),
  header("webhook-id", "The same id, for clients of Standard Webhooks.", deliveryId),
  header("webhook-timestamp", "Seconds since 1970, fresh at every attempt.", signatureVector["webhook-timestamp"]),
  header(
    "webhook-signature",
    "The signatures of Standard Webhooks over id, timestamp and body, with spaces between them.",
    signatureVector["webhook-signature"]
  ),
  header("X-WS-Sequence", "1, 2, 3 … for the events of a webhook; a test ping has none.", "1", false),
  header(
    "X-WS-Signature-Previous",
    `For ${rotatedSecretHours} hours after a rotation: X-WS-Signature with the former secret.`,
    signatureVector["X-WS-Signature"],
    false
  )
]

const responses: Json = {
  "2XX": { description: "Received. Anything else within 15 seconds, or nothing, is a failed attempt." },
  410: { description: "The webhook is switched off at once." },
  "4XX": { description: "A failed attempt; after `429` the next waits for `Retry-After`." },
  "5XX": { description: "A failed attempt; after `503` the next waits for `Retry-After`." }
}

const delivery = (name: string, fires: string, data: Json, example: unknown): Json => {
  const schema = {
    type: "object",
    required: ["event", "data", "timestamp"],
    properties: {
      event: { type: "string", enum: [name] },
      data,
      timestamp: { type: "string", format: "date-time", description: "When the event happened." }
    }
  }
  return {
    post: {
      tags: ["webhooks"],
      operationId: `event_${name.replaceAll(".", "_")}`,
      summary: `Event ${name}`,
      description:
        `${fires}\n\nSent to webhooks that subscribe to it, at most ${attemptsMax} times. A body above ${deliveryBytesMax} bytes has its longest texts cut, which then end in an ellipsis.\n\n${signatureGuide}`,
      security: [],
      parameters: headersOf(name),
      requestBody: { required: true, content: { "application/json": { schema, example } } },
      responses
    }
  }
}

const dataOf = ({ ast }: { readonly ast: Schema.Schema.All["ast"] }): Json => {
  const definitions: Record<string, never> = {}
  return normalised(JSONSchema.fromAST(ast, { definitions, definitionPath: "#/components/schemas/" })) as Json
}

/** The `webhooks` section of an OpenAPI document: what is posted to a subscribed address, and the test ping. */
export const webhooksOf = (events: ReadonlyArray<OutboxEventName>): Json =>
  Object.fromEntries(
    [...events.map((name) => ({ name, ...eventSchemas[name] })), testEventSchema].map(({ data, fires, name }) => {
      const schema = dataOf(data)
      const example = { event: name, data: exampleOf(schema, {}), timestamp: "2026-01-31T12:00:00.000Z" }
      return [name, delivery(name, fires, schema, example)]
    })
  )
