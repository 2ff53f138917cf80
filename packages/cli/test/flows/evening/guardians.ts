import { expect } from "vitest"
import { flag, guardian, validate } from "../../guardians/people.ts"
import { questionFields, registerAgent, signUp } from "../../people.ts"
import type { Evening, Json, Participant } from "./cast.ts"
import type { Predictions } from "./predictions.ts"

const unknownId = "01900000-0000-7000-8000-000000000000"
const suspect = { validation: "suspect", flags: ["low_quality"] }

/** The agents that become guardians: one of every owner, and two of the third owner. */
const applicants = [0, 2, 3, 4, 5, 7, 8] as const

const apply = async (
  { agents: a, allowed, auspex, effect, labelOf, noEffect, patch, post, refused, ...evening }: Evening,
  { on }: Predictions
) => {
  const stranger = await registerAgent(auspex)
  noEffect("3 verified by a link", await labelOf(stranger), "unverified")
  effect("3 verified by a link", await labelOf(a[0]), "verified")
  const role = { role: "predictor,guardian" }
  for (const key of [stranger.key, a[0].owner.token]) {
    await refused("2 who is a guardian", "403 GUARDIAN_REQUIRED", post("/api/guardian/apply", key))
  }
  await refused("2 the role by PATCH", "403 GUARDIAN_REQUIRED", patch("/api/me", stranger.key, role))
  await refused("2 who validates", "403 GUARDIAN_REQUIRED", validate(auspex, a[2], on[1]!.id))
  await refused("2 the queue", "403 GUARDIAN_REQUIRED", evening.get("/api/guardian/queue", a[2].key))
  for (const n of applicants) {
    expect(await allowed("2 who is a guardian", 200, post("/api/guardian/apply", a[n].key)))
      .toMatchObject({ status: "approved", role: "predictor,guardian" })
  }
  await allowed("2 the role by PATCH", 200, patch("/api/me", a[10].key, role))
}

/** The unvalidated first, then the oldest, without predictions of the own family. */
const queues = async ({ agents: a, allowed, auspex, get, noEffect, effect }: Evening, { aside, on }: Predictions) => {
  const queued = async (by: Participant) =>
    (await allowed("2 the queue", 200, get("/api/guardian/queue?limit=100", by.key))).predictions
      .map(({ id }: Json) => id)
  const all = [...Object.values(on), ...Object.values(aside)].sort((one, other) => one.id < other.id ? -1 : 1)
  const foreign = (owner: string) => all.filter(({ by }) => by.owner.id !== owner).map(({ id }) => id)
  effect("2 whose predictions are queued", await queued(a[2]), foreign(a[2].owner.id))
  noEffect("2 whose predictions are queued", (await queued(a[7])).includes(on[1]!.id), false)
  await allowed("2 who validates", 201, validate(auspex, a[0], on[1]!.id))
  expect(await queued(a[2])).toEqual([...foreign(a[2].owner.id).filter((id) => id !== on[1]!.id), on[1]!.id])
  expect(await queued(a[0])).not.toContain(on[1]!.id)
}

/**
 * Five guardians of five owners and four model families validate the second agent's prediction, amid refused attempts.
 */
const trust = async (
  { agents: a, allowed, auspex, effect, labelOf, noEffect, pointsOf, refused }: Evening,
  { on }: Predictions
) => {
  const prediction = on[1]!.id
  await refused("2 what is validated", "403 SAME_OWNER_VALIDATION", validate(auspex, a[7], prediction))
  await refused("2 what is validated", "403 SAME_OWNER_VALIDATION", validate(auspex, a[0], on[0]!.id))
  await refused("2 what is validated", "404 PREDICTION_NOT_FOUND", validate(auspex, a[0], unknownId))
  await refused("2 reasons", "400 INVALID_REQUEST", validate(auspex, a[2], prediction, { reason: " Nine long " }))
  const rude = { validation: "suspect", flags: ["rude"] }
  await refused("2 flags of validations", "400 INVALID_REQUEST", validate(auspex, a[2], prediction, rude))
  const before = await pointsOf(a[2])
  noEffect("2 validation reward", (await pointsOf(a[2])) - before, 0)
  await allowed("2 reasons", 201, validate(auspex, a[2], prediction, { reason: " Ten longer " }))
  effect("2 validation reward", (await pointsOf(a[2])) - before, 20)
  await refused("2 one validation each", "409 ALREADY_VALIDATED", validate(auspex, a[2], prediction))
  for (const n of [3, 4] as const) await allowed("2 what is validated", 201, validate(auspex, a[n], prediction))
  noEffect("3 trusted by five", await labelOf(a[1]), "verified")
  await allowed("2 one validation each", 201, validate(auspex, a[5], prediction))
  effect("3 trusted by five", await labelOf(a[1]), "trusted")
}

/** Guardians of the same owner or model family count once; a third owner or another model family decides. */
const rings = async (evening: Evening, { aside, on }: Predictions) => {
  const { agents: a, allowed, auspex, effect, labelOf, noEffect, read } = evening
  const validateAs = (n: 0 | 2 | 3 | 4 | 5 | 7 | 8, id: string, body: object = {}) =>
    done(validate(auspex, a[n], id, body))
  const done = (asked: ReturnType<typeof validate>) => evening.done(201, asked)
  const marks = async (id: string) => {
    const { predictions } = await read(`/api/questions/${evening.question}/predictions?limit=100`)
    return predictions.find((one: Json) => one.id === id).hallucination_flags
  }
  const [p6, p7, p9, p11] = [on[6]!.id, on[7]!.id, on[9]!.id, on[11]!.id]
  const [aside6, aside9, aside11] = [aside[6]!.id, aside[9]!.id, aside[11]!.id]

  // Two agents of the third owner, with different models, against one of the first owner's agents.
  await allowed("2 flags of validations", 201, validate(auspex, a[2], p6, suspect))
  await validateAs(8, p6, { ...suspect, flags: ["spam"] })
  noEffect("2 two owners suspect", await marks(p6), undefined)
  await validateAs(2, aside6, suspect)
  noEffect("3 flagged by two owners", await labelOf(a[6]), "verified")
  await validateAs(3, p6, suspect)
  effect("3 flagged by two owners", await labelOf(a[6]), "flagged")
  effect("2 two owners suspect", await marks(p6), "low_quality,spam")
  for (const n of [4, 5, 7] as const) for (const id of [p6, aside6]) await validateAs(n, id)
  noEffect("3 cleared below 40 %", await labelOf(a[6]), "flagged")
  // An owner with both verdicts counts as objecting; the sixth owner makes it two of six.
  await validateAs(8, aside6)
  noEffect("3 cleared below 40 %", await labelOf(a[6]), "flagged")
  await done(validate(auspex, await guardian(auspex), p6))
  effect("3 cleared below 40 %", await labelOf(a[6]), "verified")

  // Agents of three owners and one model family for one of the fourth owner's agents; then one of another model.
  for (const [n, id] of [[0, p9], [4, p9], [8, p9], [0, aside9], [4, aside9]] as const) await validateAs(n, id)
  noEffect("3 trusted by two families", await labelOf(a[9]), "verified")
  await validateAs(5, p9)
  effect("3 trusted by two families", await labelOf(a[9]), "trusted")

  // The same against one of the sixth owner's agents.
  await validateAs(0, p11, suspect)
  await validateAs(8, p11, suspect)
  await validateAs(0, aside11, suspect)
  noEffect("3 flagged by two families", await labelOf(a[11]), "verified")
  await validateAs(7, p11, suspect)
  effect("3 flagged by two families", await labelOf(a[11]), "flagged")

  // Three guardians of three owners and models suffice, two do not.
  for (const n of [3, 5] as const) await validateAs(n, p7, suspect)
  noEffect("3 flagged by three", await labelOf(a[7]), "verified")
  await validateAs(8, p7, suspect)
  effect("3 flagged by three", await labelOf(a[7]), "flagged")
}

const flags = async (
  { agents: a, allowed, auspex, effect, noEffect, read, refused, ...evening }: Evening,
  { on }: Predictions
) => {
  const marked = async () =>
    (await read(`/api/questions/${evening.question}/predictions?limit=100`)).predictions
      .find(({ id }: Json) => id === on[2]!.id).hallucination_flags
  await refused("2 who flags", "403 EMAIL_NOT_VERIFIED", flag(auspex, { key: (await signUp(auspex)).token }, on[0]!.id))
  await refused("2 what is flagged", "403 SAME_OWNER_VALIDATION", flag(auspex, a[10], on[4]!.id))
  await refused("2 what is flagged", "404 PREDICTION_NOT_FOUND", flag(auspex, a[10], unknownId))
  for (const n of [0, 1, 2]) await allowed("2 three flags a day", 200, flag(auspex, a[9], on[n]!.id))
  await refused("2 three flags a day", "429 DAILY_LIMIT", flag(auspex, a[9], on[4]!.id))
  noEffect("2 one flag each", await evening.done(200, flag(auspex, a[9], on[2]!.id)), { flagged: true, flags: 1 })
  // Flags by an agent without an owner, and by two agents of one owner.
  for (const by of [await registerAgent(auspex), a[3]]) await allowed("2 who flags", 200, flag(auspex, by, on[2]!.id))
  noEffect("2 two owners flag a hallucination", await marked(), undefined)
  const last = await allowed("2 what is flagged", 200, flag(auspex, a[10], on[2]!.id))
  effect("2 one flag each", last, { flagged: true, flags: 4 })
  effect("2 two owners flag a hallucination", await marked(), "hallucination")
}

const reviews = async (evening: Evening) => {
  const { agents: a, allowed, auspex, post, read, refused } = evening
  const suggest = async () =>
    (await evening.done(201, post("/api/questions/suggest", a[10].key, questionFields()))).suggestion.id
  const waiting = async (by: Participant) =>
    (await read("/api/guardian/queue", by.key)).questions.map(({ id }: Json) => id)
  const others = await waiting(a[3])
  const [good, bad] = [await suggest(), await suggest()]
  const review = (by: { readonly key: string }, id: string, body: object = {}) =>
    post(`/api/questions/${id}/review`, by.key, { decision: "approve", reason: "Clear.", ...body })
  expect(await waiting(a[3])).toEqual([...others, good, bad])
  expect(await waiting(a[4])).toEqual(others)
  await refused("2 who reviews", "403 GUARDIAN_REQUIRED", review(a[6], good))
  await refused("2 who reviews", "403 SAME_OWNER_VALIDATION", review(a[4], good))
  await refused("2 reviews", "400 INVALID_REQUEST", review(a[3], good, { decision: "perhaps" }))
  await refused("2 reviews", "400 INVALID_REQUEST", review(a[3], good, { reason: " " }))
  await refused("2 reviews", "404 QUESTION_NOT_FOUND", review(a[3], unknownId))
  const { question: approved } = await allowed("2 who reviews", 200, review(a[3], good))
  expect(approved.status).toBe("approved")
  const objection = { decision: "reject", reason: "Nobody will know." }
  await allowed("2 reviews", 200, review(a[3], bad, objection))
  await refused("2 reviews", "409 ALREADY_VALIDATED", review(a[3], bad, objection))
  const rejected = await allowed("2 reviews", 200, review(a[5], bad, objection))
  expect(rejected.question.status).toBe("draft")
  for (const id of [good, bad]) await refused("2 reviews", "409 INVALID_TRANSITION", review(a[3], id))
  expect(await waiting(a[3])).toEqual(others)
  const { question } = await read(`/api/admin/questions/${bad}`, auspex.adminKey)
  expect(question).toMatchObject({ reject_reason: "Nobody will know." })
}

const labels = async (
  { admin, agents: a, allowed, auspex, effect, labelOf, noEffect, post, refused, ...evening }: Evening,
  { on }: Predictions
) => {
  const rule = "3 an administrator's label"
  const label = (of: { readonly id: string }, trust_label: string, reason = "By a test.") =>
    admin(`agents/${of.id}/trust-label`, { trust_label, reason })
  const byAgent = post(`/api/admin/agents/${a[11].id}/trust-label`, a[0].key, {
    trust_label: "trusted",
    reason: "I am."
  })
  await refused(rule, "403 ADMIN_REQUIRED", byAgent)
  await refused(rule, "400 INVALID_REQUEST", label(a[11], "verified", " "))
  await refused(rule, "400 INVALID_REQUEST", label(a[11], "superb"))
  await refused(rule, "404 AGENT_NOT_FOUND", label({ id: unknownId }, "verified"))
  await refused(rule, "404 AGENT_NOT_FOUND", label(a[0].owner, "verified"))
  await refused("2 who is a guardian", "403 GUARDIAN_REQUIRED", post("/api/guardian/apply", a[11].key))
  await allowed(rule, 200, label(a[11], "verified"))
  effect("3 an administrator's label stands", await labelOf(a[11]), "verified")
  // Verdicts before the administrator's label no longer count, so one more suspect verdict does not flag the agent.
  await evening.done(201, validate(auspex, a[3], on[11]!.id, suspect))
  noEffect("3 an administrator's label stands", await labelOf(a[11]), "verified")
  await evening.done(200, label(a[3], "flagged"))
  await refused("2 who validates", "403 GUARDIAN_REQUIRED", validate(auspex, a[3], on[4]!.id))
  await evening.done(200, label(a[3], "verified"))
}

export const actAsGuardians = async (evening: Evening, predictions: Predictions): Promise<void> => {
  const { agents: a, allowed, auspex, later, read, refused } = evening
  const { on } = predictions
  await apply(evening, predictions)
  await queues(evening, predictions)
  await trust(evening, predictions)
  await rings(evening, predictions)
  for (const n of [3, 4]) await allowed("2 five validations a day", 201, validate(auspex, a[2], on[n]!.id))
  await refused("2 five validations a day", "429 DAILY_LIMIT", validate(auspex, a[2], on[5]!.id))
  expect((await read("/api/me/validated-prediction-ids", a[2].key)).prediction_ids).toHaveLength(5)
  await flags(evening, predictions)
  await reviews(evening)
  await labels(evening, predictions)
  // After midnight the daily limits start over.
  await later(6.1)
  await allowed("2 five validations a day", 201, validate(auspex, a[2], on[5]!.id))
  await allowed("2 three flags a day", 200, flag(auspex, a[9], on[4]!.id))
}
