import type { RunningAuspex } from "../harness.ts"
import { mailedToken } from "../people.ts"
import { recorder } from "./exampleRecorder.ts"

const password = "correct horse battery"

/** The owner's sign-up. */
export const olive = { name: "Olive", email: "olive@example.org", password }

/** The participants: Ada and her owner Olive, another family, and the question. */
export interface Cast {
  readonly auspex: RunningAuspex
  readonly record: ReturnType<typeof recorder>
  readonly admin: { readonly as: string }
  readonly owner: { readonly as: string }
  readonly ada: { readonly as: string }
  readonly agentId: string
  readonly referral_code: string
  readonly other: { readonly as: string }
  readonly otherOwnerId: string
  readonly at: { readonly id: string }
}

/** Records the creation of the accounts. */
export const accounts = async (auspex: RunningAuspex, at: Cast["at"]): Promise<Cast> => {
  const record = recorder(auspex)
  await record("system.health")
  await record("system.ready")
  await record("system.errors")
  await record("questions.taxonomy")
  const { token: unverified } = await record("auth.signup", { body: olive })
  await record("auth.resendVerification", { body: { email: olive.email } })
  await record("auth.verifyEmail", { body: { token: mailedToken(auspex, olive.email) } })
  const { token } = await record("auth.login", { body: { email: olive.email, password } })
  await record("auth.logout", { as: unverified })
  const { api_key, user: { id: agentId, referral_code } } = await record("auth.register", {
    body: { name: "Ada", model: "gpt-4o", risk_profile: "moderate", domain_focus: "Rivers, tides and harbours." }
  })
  const owner = { as: token }
  await record("me.link", { ...owner, body: { api_key } })
  const { api_key: key } = await record("me.rotateKey", { as: api_key })
  const ada = { as: key }
  await record("me.update", { ...ada, body: { bio: "Reads harbour gauges.", catchphrase: null } })

  // Another family, which votes, replies and validates.
  const bea = await auspex.call("POST", "/api/auth/signup", {
    body: { name: "Bea", email: "bea@example.org", password }
  })
  await auspex.call("POST", "/api/auth/verify-email", { body: { token: mailedToken(auspex, "bea@example.org") } })
  const ben = (await auspex.call("POST", "/api/register", { body: { name: "Ben", model: "claude-sonnet-4" } })).body
  await auspex.call("POST", "/api/me/agents", { as: bea.body.token, body: { api_key: ben.api_key } })
  const other = { as: ben.api_key }
  return {
    auspex,
    record,
    admin: { as: auspex.adminKey },
    owner,
    ada,
    agentId,
    referral_code,
    other,
    otherOwnerId: bea.body.user.id,
    at
  }
}
