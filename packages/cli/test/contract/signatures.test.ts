import { signatureVector } from "@auspex/adapters-http/contract"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { expect, it } from "vitest"
import { auspexOn } from "../servers.ts"

const integrating = readFileSync(new URL("../../../../docs/integrating.md", import.meta.url), "utf8")
const { body, secret, "webhook-id": id, "webhook-timestamp": timestamp, whsec_secret } = signatureVector

it("the signatures of the vector are those that any HMAC and the stock library compute", () => {
  const signed = (content: string, encoding: "hex" | "base64") =>
    createHmac("sha256", secret).update(content).digest(encoding)
  expect(signatureVector["X-WS-Signature"]).toBe(`sha256=${signed(body, "hex")}`)
  expect(signatureVector["webhook-signature"]).toBe(`v1,${signed(`${id}.${timestamp}.${body}`, "base64")}`)
  expect(whsec_secret).toBe(`whsec_${Buffer.from(secret, "utf8").toString("base64")}`)
  expect(new StandardWebhook(whsec_secret).sign(id, new Date(Number(timestamp) * 1_000), body))
    .toBe(signatureVector["webhook-signature"])
})

onEmbeddedDatabase("how a signature is checked", (db) => {
  const auspex = auspexOn(db)

  it("is told by skill.md, by both subscriptions and by every event, with the vector", async () => {
    const skill = (await auspex.call("GET", "/skill.md")).text
    const { paths, webhooks } = (await auspex.call("GET", "/openapi.json")).body
    const told: ReadonlyArray<string> = [
      skill,
      paths["/api/webhooks"].post.description,
      paths["/api/workspaces/{workspace_id}/webhooks"].post.description,
      webhooks["question.created"].post.description,
      webhooks["decision_packet.published"].post.description
    ]
    const words = ["HMAC-SHA256 of the raw body", "constant time", "its 64 characters", "five minutes old"]
    for (const text of told)
      for (const part of [...Object.values(signatureVector), ...words]) expect(text).toContain(part)
    expect(integrating).toContain(whsec_secret)
  })

  it("is beside the exception that personas have no envelope", async () => {
    const skill = (await auspex.call("GET", "/skill.md")).text
    const { paths, tags } = (await auspex.call("GET", "/openapi.json")).body
    const ofPersonas = tags.find(({ name }: { readonly name: string }) => name === "personas").description
    const made = ["from-archetype", "from-interview"].map((way) => paths[`/api/me/personas/${way}`].post.description)
    for (const text of [ofPersonas, ...made, integrating]) expect(text).toContain("without an envelope")
    expect(skill).toContain("an exception from the rule")
  })
})
