import { createHmac, timingSafeEqual } from "node:crypto"

/** How old a delivery may be, in seconds, for `verifyDelivery` to accept it. */
export const toleranceSeconds = 300

/**
 * The value of `X-WS-Signature`: HMAC-SHA256 of the body, keyed with the secret's 64 characters as text.
 *
 * @example bodySignature("{}", "00".repeat(32)) // "sha256=" + 64 hexadecimal characters
 */
export const bodySignature = (body: string, secret: string): string =>
  `sha256=${createHmac("sha256", secret).update(body, "utf8").digest("hex")}`

/**
 * One signature of Standard Webhooks: over id, time and body, so that a replay is noticed. Its key is the same text; in
 * the notation of its libraries, `whsec_` and the base64 of that text.
 */
export const standardSignature = (id: string, timestamp: number, body: string, secret: string): string =>
  `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`, "utf8").digest("base64")}`

/** What is sent with a delivery. */
export interface SignedDelivery {
  readonly id: string
  readonly event: string
  readonly sequence: number | null
  readonly body: string
  /** Seconds since 1970, fresh at every attempt. */
  readonly timestamp: number
}

/**
 * The headers of a delivery; the newest secret comes first. `X-WS-Signature` holds one signature, as receivers compare it
 * as a whole; those of rotated secrets are in `X-WS-Signature-Previous`. `webhook-signature` lists all.
 */
export const deliveryHeaders = (
  { body, event, id, sequence, timestamp }: SignedDelivery,
  secrets: readonly [string, ...ReadonlyArray<string>]
): Readonly<Record<string, string>> => {
  const newest = secrets[0]
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "x-ws-event": event,
    "x-ws-signature": bodySignature(body, newest),
    "x-ws-delivery": id,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": standardSignature(id, timestamp, body, newest)
  }
  if (sequence !== null) headers["x-ws-sequence"] = String(sequence)
  if (secrets.length > 1) {
    const rotated = secrets.slice(1)
    headers["x-ws-signature-previous"] = rotated.map((secret) => bodySignature(body, secret)).join(",")
    headers["webhook-signature"] = secrets.map((secret) => standardSignature(id, timestamp, body, secret)).join(" ")
  }
  return headers
}

/** Whether two texts are equal, in a time that depends on their lengths only. */
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one, "utf8"), Buffer.from(other, "utf8")]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Why a delivery is not to be believed. */
export type DeliveryProblem = "missing headers" | "wrong body signature" | "wrong signature" | "too old or too new"

/**
 * Checks both signatures of a received delivery and its age. `headers` have names in lower case; `now` is in seconds.
 * Returns what is wrong, or undefined.
 */
export const verifyDelivery = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>,
  body: string,
  secret: string,
  now: number
): DeliveryProblem | undefined => {
  const [signature, previous, id, timestamp, standard] = [
    headers["x-ws-signature"],
    headers["x-ws-signature-previous"] ?? "",
    headers["webhook-id"],
    headers["webhook-timestamp"],
    headers["webhook-signature"]
  ]
  if (
    typeof signature !== "string" || typeof previous !== "string" || typeof id !== "string" ||
    typeof timestamp !== "string" ||
    typeof standard !== "string" || !/^\d{1,12}$/.test(timestamp)
  ) return "missing headers"
  const ofBody = bodySignature(body, secret)
  if (![signature, ...previous.split(",")].some((one) => isSame(one, ofBody))) return "wrong body signature"
  const expected = standardSignature(id, Number(timestamp), body, secret)
  if (!standard.split(" ").some((one) => isSame(one, expected))) return "wrong signature"
  return Math.abs(now - Number(timestamp)) > toleranceSeconds ? "too old or too new" : undefined
}
