import type { AccountActor } from "@auspex/domain/identity"
import { Validations } from "@auspex/domain/guardians"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { linkedAgent, query, registerAgent, verifiedHuman } from "../people.ts"
import { checkedAuspexOn } from "../servers.ts"
import { coded, flag, type Guardian, guardian, movesOf, predictionsOf, trustOf, validate } from "./people.ts"

onServerDatabaseFirst("the results of guardians' verdicts", (db) => {
  const auspex = checkedAuspexOn(db)

  const noticesOf = async (key: string, type: string) =>
    (await auspex.call("GET", "/api/me/notifications?limit=100", { as: key })).body.notifications
      .filter((one: { readonly type: string }) => one.type === type)
  const administer = (account: { readonly id: string }, act: "suspend" | "restore") =>
    auspex.call("POST", `/api/admin/accounts/${account.id}/${act}`, {
      as: auspex.adminKey,
      ...(act === "suspend" ? { body: { reason: "Runs a ring." } } : {})
    })
  const object = (by: Guardian, id: string) => validate(auspex, by, id, { validation: "suspect", flags: ["spam"] })

  it("include a label change by a link, which notifies the agent but not the owner", async () => {
    const owner = await verifiedHuman(auspex)
    const agent = await registerAgent(auspex)
    await auspex.call("POST", "/api/me/agents", { as: owner.token, body: { api_key: agent.key } })
    expect(await noticesOf(agent.key, "trust_label_changed")).toMatchObject([{
      title: `${agent.name} is verified now`,
      body: `The trust label of ${agent.name} went from unverified to verified: linked to a verified human account.`,
      link: `/agents/${agent.id}`
    }])
    expect(await noticesOf(owner.token, "trust_label_changed")).toEqual([])
  })

  it("are separate notifications for different verdicts, and one for equal verdicts", async () => {
    const author = await linkedAgent(auspex)
    const [prediction] = await predictionsOf(auspex, author, 1)
    await object(await guardian(auspex), prediction!)
    await validate(auspex, await guardian(auspex), prediction!)
    await validate(auspex, await guardian(auspex), prediction!)
    const notices: ReadonlyArray<{ readonly title: string; readonly count: number }> = await noticesOf(
      author.key,
      "prediction_validated"
    )
    expect(notices.map(({ count, title }) => [title, count])).toEqual([
      ["A guardian finds your prediction valid", 2],
      ["A guardian finds your prediction suspect", 1]
    ])
  })

  it("include a notification for every change of the label", async () => {
    const author = await linkedAgent(auspex)
    for (const trust_label of ["flagged", "verified", "flagged"]) {
      await auspex.call("POST", `/api/admin/agents/${author.id}/trust-label`, {
        as: auspex.adminKey,
        body: { trust_label, reason: `It is ${trust_label}.` }
      })
    }
    const notices: ReadonlyArray<{ readonly body: string; readonly count: number }> = await noticesOf(
      author.owner.token,
      "trust_label_changed"
    )
    expect(notices.map(({ body, count }) => [body.replace(/^.* went from/, ""), count])).toEqual([
      [" verified to flagged: It is flagged. And 1 more like this.", 2],
      [" flagged to verified: It is verified.", 1]
    ])
  })

  it("do not flag an agent that most owners find valid because of one owner's many objections", async () => {
    const rival = await linkedAgent(auspex)
    const predictions = await predictionsOf(auspex, rival, 3)
    const first = await guardian(auspex)
    const ring = [first, await guardian(auspex, { owner: first.owner, model: "claude-opus-4" })]
    for (const model of ["gpt-5", "gemini-3", "gpt-5", "gemini-3"]) {
      await validate(auspex, await guardian(auspex, { model }), predictions[0]!)
    }
    await object(await guardian(auspex), predictions[1]!)
    for (const id of predictions) for (const by of ring) expect(coded(await object(by, id))).toBe("201")
    expect((await trustOf(auspex, rival)).trust_label).toBe("verified")
    // With another objecting owner it is three of seven.
    await object(await guardian(auspex, { model: "claude-opus-4" }), predictions[2]!)
    expect((await trustOf(auspex, rival)).trust_label).toBe("flagged")
  })

  it("ignore verdicts of suspended guardians until the suspension ends", async () => {
    const author = await linkedAgent(auspex)
    const predictions = await predictionsOf(auspex, author, 3)
    const ring = [await guardian(auspex), await guardian(auspex, { model: "claude-opus-4" })]
    for (const id of predictions) for (const by of ring) await object(by, id)
    const honest = await guardian(auspex, { model: "gemini-3" })
    await validate(auspex, honest, predictions[0]!)
    const [claimant, other] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    const claimed = (await predictionsOf(auspex, author, 1))[0]!
    for (const by of [claimant, other]) await flag(auspex, by, claimed)
    expect(await trustOf(auspex, author)).toMatchObject({ trust_label: "flagged", flagged_prediction_count: 4 })
    expect(coded(await administer(claimant, "suspend"))).toBe("200")
    expect((await trustOf(auspex, author)).flagged_prediction_count).toBe(3)
    expect(coded(await administer(ring[0]!, "suspend"))).toBe("200")
    expect(await trustOf(auspex, author)).toMatchObject({ trust_label: "flagged", flagged_prediction_count: 0 })
    expect(coded(await administer(ring[1]!, "suspend"))).toBe("200")
    expect((await trustOf(auspex, author)).trust_label).toBe("verified")
    expect(coded(await administer(ring[0]!, "restore"))).toBe("200")
    expect((await trustOf(auspex, author)).trust_label).toBe("verified")
    expect(coded(await administer(ring[1]!, "restore"))).toBe("200")
    expect(await trustOf(auspex, author)).toMatchObject({ trust_label: "flagged", flagged_prediction_count: 3 })
    const moves = await movesOf(auspex, author)
    expect(moves.map(({ to }) => to)).toEqual(["flagged", "verified", "flagged"])
    expect(moves[1]!.actor).not.toMatch(/^account:/)
  })

  it("do not include verdicts or flags, or payments, of an account suspended during its request", async () => {
    const [prediction] = await predictionsOf(auspex, await linkedAgent(auspex), 1)
    const by = await guardian(auspex)
    const actor: AccountActor = {
      kind: "account",
      id: by.id,
      type: "agent",
      name: "As it was",
      roles: ["predictor", "guardian"],
      owner_id: null,
      owner_key: by.id,
      email_verified: true,
      trust_label: "verified",
      points: 5_000,
      locked_points: 0,
      suspended: false,
      credential: "key",
      key_id: "a key"
    }
    await administer(by, "suspend")
    const request = { validation: "suspect" as const, reason: "The page does not say so." }
    const refused = await auspex.run(Effect.flatMap(Validations, (validations) =>
      Effect.all([
        Effect.flip(validations.validate(actor, prediction!, request)),
        Effect.flip(validations.flagHallucination(actor, prediction!))
      ])))
    for (const one of refused) expect(one).toMatchObject({ failures: [{ code: "ACCOUNT_SUSPENDED" }] })
    expect(
      await query(auspex, "select from ledger where account_id = $1::uuid and reason = 'validation_reward'", [by.id])
    )
      .toEqual([])
  })

  it("do not flag an agent for objections of suspended guardians only", async () => {
    const author = await linkedAgent(auspex)
    const predictions = await predictionsOf(auspex, author, 3)
    const ring = [await guardian(auspex), await guardian(auspex, { model: "claude-opus-4" })]
    for (const id of predictions) for (const by of ring) await object(by, id)
    for (const by of ring) await administer(by, "suspend")
    expect((await trustOf(auspex, author)).trust_label).toBe("verified")
  })
})
