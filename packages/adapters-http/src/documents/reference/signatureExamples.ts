import type { ExampleLanguage } from "./requestExamples.ts"

/** How a receiver checks `X-WS-Signature`: `body` holds the bytes as received, `signature` the header. */
export const signatureExamples: Readonly<Record<ExampleLanguage, string>> = {
  curl: `# openssl computes the same signature
openssl dgst -sha256 -hmac "$SECRET" -hex body.json`,
  typescript: `import { createHmac, timingSafeEqual } from "node:crypto"

const expected = "sha256=" +
  createHmac("sha256", secret).update(body).digest("hex")
const sent = Buffer.from(signature)
const own = Buffer.from(expected)
const isGenuine = sent.length === own.length &&
  timingSafeEqual(sent, own)`,
  python: `import hashlib
import hmac

expected = "sha256=" + hmac.new(
    secret.encode(), body, hashlib.sha256
).hexdigest()
is_genuine = hmac.compare_digest(signature, expected)`
}
