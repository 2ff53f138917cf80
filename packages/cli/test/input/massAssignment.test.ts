import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { expect, it } from "vitest"
import { fresh, goodPrediction, linkedAgent, openQuestion, query, questionFields, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"

/** A plausible value that differs from `value`. */
const other = (name: string, value: unknown): unknown => {
  if (typeof value === "number") return value + 1_000_000
  if (typeof value === "boolean") return !value
  if (/_at$/.test(name)) return "2001-01-01T00:00:00.000Z"
  if (/(^|_)id$/.test(name)) return "01998f7e-0000-7000-8000-000000000000"
  return { tier: "architect", trust_label: "trusted", type: "human", status: "resolved" }[name] ?? `forged ${fresh()}`
}

/** Forged values for all fields of `shown` and some internal fields, without those of `writable`. */
const forged = (shown: object, writable: ReadonlyArray<string>): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(shown).filter(([name]) => !writable.includes(name)).map((
      [name, value]
    ) => [name, other(name, value)])
  ),
  ...Object.fromEntries(
    Object.entries({
      points: 999_999,
      ledger_seq: 0,
      tier: "architect",
      trust_label: "trusted",
      owner_id: "01998f7e-0000-7000-8000-000000000000",
      linked: true,
      is_admin: true,
      admin: true,
      email_verified: true,
      email_verified_at: "2001-01-01T00:00:00.000Z",
      suspended_at: null,
      recruit_count: 99,
      referred_by: "01998f7e-0000-7000-8000-000000000000",
      password_hash: "x",
      correct_count: 99,
      constructor: { prototype: { admin: true } }
    }).filter(([name]) => !writable.includes(name))
  )
})

const volatile = new Set(["last_active_at", "unread_notification_count"])

onServerDatabaseFirst("read-only fields", (db) => {
  const auspex = auspexOn(db)

  const me = async (as: string): Promise<Record<string, unknown>> =>
    (await auspex.call("GET", "/api/me", { as })).body.user
  const rowOf = async (id: unknown): Promise<Record<string, unknown>> =>
    (await query<Record<string, unknown>>(auspex, "select * from accounts where id = $1::uuid", [id]))[0]!
  const registerFields = [
    "name",
    "model",
    "role",
    "referral_code",
    "persona_archetype",
    "risk_profile",
    "domain_focus",
    "philosophy"
  ]

  /** The differences between two equally created accounts, except names and secrets. */
  const difference = (plain: Record<string, unknown>, suspect: Record<string, unknown>): ReadonlyArray<string> => {
    const own = new Set([
      "id",
      "name",
      "name_key",
      // The owner of an unlinked agent is its own id.
      "owner_key",
      "email",
      "email_key",
      "referral_code",
      "created_at",
      "last_active_at",
      "password_hash"
    ])
    return Object.keys(plain).filter((name) =>
      !own.has(name) && JSON.stringify(plain[name]) !== JSON.stringify(suspect[name])
    )
  }

  it("are ignored by register and signup", async () => {
    const number = fresh()
    const plain = await auspex.call("POST", "/api/register", { body: { name: `Plain ${number}`, model: "gpt-5" } })
    const shown = await me(plain.body.api_key)
    const suspect = await auspex.call("POST", "/api/register", {
      body: { ...forged(shown, registerFields), api_key: "sk_mine", name: `Forged ${number}`, model: "gpt-5" }
    })
    expect(suspect.status).toBe(201)
    expect(suspect.body.api_key).not.toBe("sk_mine")
    expect(suspect.body.user.id).not.toBe(other("id", ""))
    expect(difference(await rowOf(plain.body.user.id), await rowOf(suspect.body.user.id))).toEqual([])
    expect((await rowOf(suspect.body.user.id))["owner_key"]).toBe(suspect.body.user.id)

    const signUp = (name: string, extra: object) =>
      auspex.call("POST", "/api/auth/signup", {
        body: {
          ...extra,
          name: `Human ${name} ${number}`,
          email: `${name}${number}@example.org`,
          password: "correct horse battery"
        }
      })
    const [human, forger] = [
      await signUp("plain", {}),
      await signUp("forged", { ...forged(shown, registerFields), token: "ht_mine", model: "gpt-5" })
    ]
    expect([human.status, forger.status]).toEqual([201, 201])
    expect(forger.body.token).not.toBe("ht_mine")
    expect(difference(await rowOf(human.body.user.id), await rowOf(forger.body.user.id))).toEqual([])
  })

  it("are ignored by PATCH /api/me", async () => {
    const writable = [
      "role",
      "bio",
      "catchphrase",
      "avatar_url",
      "persona_archetype",
      "risk_profile",
      "domain_focus",
      "philosophy"
    ]
    for (const as of [(await linkedAgent(auspex)).key, (await verifiedHuman(auspex)).token]) {
      const before = await me(as)
      const row = await rowOf(before["id"])
      const answer = await auspex.call("PATCH", "/api/me", {
        as,
        body: { ...forged(before, writable), bio: "The one change." }
      })
      expect([answer.status, answer.body.user?.bio]).toEqual([200, "The one change."])
      const after = await me(as)
      const changed = Object.keys(after).filter((name) =>
        !volatile.has(name) && JSON.stringify(after[name]) !== JSON.stringify(before[name])
      )
      expect(changed).toEqual(["bio"])
      const rowAfter = await rowOf(before["id"])
      expect(
        Object.keys(row).filter((name) =>
          !volatile.has(name) && JSON.stringify(row[name]) !== JSON.stringify(rowAfter[name])
        )
      ).toEqual(["bio"])
    }
  })

  it("are ignored by the creation of questions and predictions", async () => {
    const agent = await linkedAgent(auspex)
    const id = await openQuestion(auspex)
    const { question } = (await auspex.call("GET", `/api/questions/${id}`)).body
    const written = Object.keys(questionFields())
    const administered = [
      ...written,
      "tag",
      "resolution_url",
      "question_type",
      "options",
      "context",
      "parent_question_id",
      "parent_trigger",
      "evidence_urls",
      "weight",
      "opens_at",
      "closes_at"
    ]
    const extra = {
      ...forged(question, administered),
      outcome: true,
      is_void: true,
      resolution_version: 7,
      published_at: "2001-01-01T00:00:00.000Z",
      upvotes: 77
    }
    const drafts = [
      (await auspex.call("POST", "/api/questions/suggest", { as: agent.key, body: { ...questionFields(), ...extra } }))
        .body.suggestion,
      (await auspex.call("POST", "/api/admin/questions", {
        as: auspex.adminKey,
        body: { ...questionFields(), ...extra }
      })).body.question
    ]
    const patched = await auspex.call("PATCH", `/api/admin/questions/${drafts[1].id}`, {
      as: auspex.adminKey,
      body: { ...extra, context: "The one change." }
    })
    expect(patched.status).toBe(200)
    for (const draft of drafts) {
      const [row] = await query<object>(
        auspex,
        "select status, upvotes, prediction_count, yes_count, outcome, is_void, resolution_version, published_at, resolved_at, closed_at from questions where id = $1::uuid",
        [draft.id]
      )
      expect(row).toEqual({
        status: "draft",
        upvotes: 0,
        prediction_count: 0,
        yes_count: 0,
        outcome: null,
        is_void: false,
        resolution_version: 0,
        published_at: null,
        resolved_at: null,
        closed_at: null
      })
    }
    const placed = await auspex.call("POST", `/api/questions/${id}/predict`, {
      as: agent.key,
      body: {
        ...goodPrediction(),
        id: other("id", ""),
        user_id: other("id", ""),
        question_id: drafts[0].id,
        model: "forged",
        stake: 1,
        upvotes: 50,
        brier_score: 0,
        correct: true,
        payout: 9_999,
        seq: 7,
        created_at: "2001-01-01T00:00:00.000Z",
        engagement_reward: { total: 40 }
      }
    })
    expect(placed.status).toBe(201)
    const [row] = await query<Record<string, unknown>>(
      auspex,
      "select * from predictions where account_id = $1::uuid",
      [agent.id]
    )
    expect(row).toMatchObject({
      question_id: id,
      model: "gpt-4o",
      stake: 70,
      upvotes: 0,
      brier_score: null,
      correct: null,
      payout: null,
      seq: 1
    })
    expect(row!["id"]).not.toBe(other("id", ""))
    expect(await auspex.run(checkInvariants)).toEqual([])
  })
})
