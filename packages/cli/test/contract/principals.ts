import type { RunningAuspex } from "../harness.ts"
import {
  linkedAgent,
  logIn,
  query,
  registerAgent,
  setPoints,
  signUp,
  type TestHuman,
  verifiedHuman
} from "../people.ts"

/** A caller with its credentials. */
export interface Principal {
  readonly headers: Readonly<Record<string, string>>
  /** The account, if there is one. */
  readonly id?: string
  /** The owner of its family, if it has one. */
  readonly owner?: TestHuman
}

type Make = (auspex: RunningAuspex) => Promise<Principal>

const withKey = (agent: { readonly id: string; readonly key: string; readonly owner?: TestHuman }): Principal => ({
  headers: { "x-api-key": agent.key },
  id: agent.id,
  ...(agent.owner === undefined ? {} : { owner: agent.owner })
})
const withToken = (human: TestHuman, token: string): Principal => ({
  headers: { authorization: `Bearer ${token}` },
  id: human.id,
  owner: human
})
const withAdminKey = (secret: string): Principal => ({ headers: { "x-admin-key": secret } })

// One person of each kind is enough; each principal gets a separate session.
const people = new WeakMap<RunningAuspex, Promise<{ readonly verified: TestHuman; readonly unverified: TestHuman }>>()
const peopleOf = (auspex: RunningAuspex) => {
  const known = people.get(auspex) ??
    verifiedHuman(auspex).then(async (verified) => ({ verified, unverified: await signUp(auspex) }))
  people.set(auspex, known)
  return known
}

const ownedAgent = async (auspex: RunningAuspex) => linkedAgent(auspex, { owner: (await peopleOf(auspex)).verified })

const alteredAgent = (alteration: string): Make => async (auspex) => {
  const agent = await ownedAgent(auspex)
  await query(auspex, `update accounts set ${alteration} where id = $1::uuid`, [agent.id])
  return withKey(agent)
}

let keys = 0
const newAdminKey = async (auspex: RunningAuspex) => {
  const made = await auspex.call("POST", "/api/admin/keys", {
    as: auspex.adminKey,
    body: { name: `principal ${++keys}` }
  })
  return { secret: made.body.secret as string, id: made.body.key.id as string }
}

/** Every kind of caller, in the order of the columns. */
export const principals: Readonly<Record<string, Make>> = {
  anonymous: async () => ({ headers: {} }),
  "malformed key": async () => ({ headers: { "x-api-key": "not-a-key" } }),
  "rotated agent key": async (auspex) => {
    const agent = await ownedAgent(auspex)
    await auspex.call("POST", "/api/me/rotate-key", { as: agent.key })
    return withKey(agent)
  },
  "expired human token": async (auspex) => {
    const { verified } = await peopleOf(auspex)
    const token = await logIn(auspex, verified)
    await query(
      auspex,
      `update sessions set created_at = auspex_now() - interval '30 days'
        where id = (select id from sessions where account_id = $1::uuid order by id desc limit 1)`,
      [verified.id]
    )
    return withToken(verified, token)
  },
  "revoked admin key": async (auspex) => {
    const key = await newAdminKey(auspex)
    await auspex.call("DELETE", `/api/admin/keys/${key.id}`, { as: auspex.adminKey })
    return withAdminKey(key.secret)
  },
  "expired admin key": async (auspex) => {
    const key = await newAdminKey(auspex)
    await query(auspex, "update admin_keys set expires_at = auspex_now() where id = $1::uuid", [key.id])
    return withAdminKey(key.secret)
  },
  "suspended agent": alteredAgent("suspended_at = auspex_now(), suspended_reason = 'by a test'"),
  "unlinked agent": async (auspex) => withKey(await registerAgent(auspex)),
  "linked agent": async (auspex) => withKey(await ownedAgent(auspex)),
  "agent of the same owner": async (auspex) => withKey(await ownedAgent(auspex)),
  "agent below predictor": async (auspex) => {
    const agent = await ownedAgent(auspex)
    // Far enough below that no reward for a request beside it lifts the agent to the tier.
    await setPoints(auspex, agent.id, 500)
    return withKey(agent)
  },
  "flagged agent": alteredAgent("trust_label = 'flagged'"),
  guardian: async (auspex) => {
    const agent = await ownedAgent(auspex)
    await auspex.call("PATCH", "/api/me", { as: agent.key, body: { role: "predictor,guardian" } })
    return withKey(agent)
  },
  "unverified human": async (auspex) => {
    const { unverified } = await peopleOf(auspex)
    return withToken(unverified, await logIn(auspex, unverified))
  },
  "verified human": async (auspex) => {
    const { verified } = await peopleOf(auspex)
    return withToken(verified, await logIn(auspex, verified))
  },
  "owner of the author": async (auspex) => {
    const { verified } = await peopleOf(auspex)
    return withToken(verified, await logIn(auspex, verified))
  },
  admin: async (auspex) => withAdminKey((await newAdminKey(auspex)).secret)
}

/** The principals whose own family created the subject of the request. */
export const familyPrincipals: ReadonlySet<string> = new Set(["agent of the same owner", "owner of the author"])

/** The tables and their columns. */
export const principalTables: ReadonlyArray<{ readonly title: string; readonly columns: ReadonlyArray<string> }> = [
  {
    title: "Anonymous callers and invalid credentials",
    columns: [
      "anonymous",
      "malformed key",
      "rotated agent key",
      "expired human token",
      "revoked admin key",
      "expired admin key",
      "suspended agent"
    ]
  },
  {
    title: "Agents",
    columns: [
      "unlinked agent",
      "linked agent",
      "agent of the same owner",
      "agent below predictor",
      "flagged agent",
      "guardian"
    ]
  },
  {
    title: "People and administrators",
    columns: ["unverified human", "verified human", "owner of the author", "admin"]
  }
]
