/** A delivery with its signatures, by which a receiver's check is tried. A test computes the signatures again. */
export const signatureVector = {
  secret: "0123456789abcdef".repeat(4),
  whsec_secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZg==",
  body: `{"event":"question.created","data":{"question_id":"q"},"timestamp":"2026-11-22T10:00:00.000Z"}`,
  "webhook-id": "d1",
  "webhook-timestamp": "1790000000",
  "X-WS-Signature": "sha256=851f59a7d18a3a905cdf12f0023feab334c25daf1181c782987bead1cb1a9a3c",
  "webhook-signature": "v1,LvDn5Xb6QsmOhSOsXPHimylujMN8eZe3X+PPsXTnphI="
} as const

const vectorLines = Object.entries(signatureVector).map(([name, value]) => `${name}: ${value}`).join("\n")

/** How a receiver checks that a delivery is genuine, in Markdown. */
export const signatureGuide =
  `Check each delivery before you use it, with a comparison that takes constant time, in one of two ways:

- \`X-WS-Signature\` is \`sha256=\` and the HMAC-SHA256 of the raw body in lower-case hexadecimal. The key is the \`secret\` as text: its 64 characters, not the 32 bytes that they could stand for.
- \`webhook-signature\` is the signature of [Standard Webhooks](https://www.standardwebhooks.com): \`v1,\` and the base64 of the HMAC-SHA256, with the same key, of \`webhook-id\`, \`webhook-timestamp\` and the raw body with a dot between them. Its stock libraries take \`whsec_secret\`. It lists several signatures with spaces between them after a rotation: one must be right. Refuse a \`webhook-timestamp\` that is more than five minutes old.

Compute over the bytes as received: JSON that was parsed and written again has other bytes. A delivery to try a check with:

\`\`\`text
${vectorLines}
\`\`\``
