import { expect } from "vitest"
import { comment, goodComment, letStand, replyTo, unvote, vote } from "../../comments/debate.ts"
import { draftQuestion, registerAgent, setPoints, signUp } from "../../people.ts"
import { atOnce, tally } from "../../races/twoInstances.ts"
import { type Evening, everyComment, type Json, type PostedComment } from "./cast.ts"
import { gates } from "./gates.ts"
import type { Predictions } from "./predictions.ts"

const unknownId = "01900000-0000-7000-8000-000000000000"

/** The comments that later steps use. */
export interface Debate {
  /** By the first agent, about the second's prediction. */
  readonly first: PostedComment
  /** By the fourth agent, which replies to itself. */
  readonly own: PostedComment
  /** By the first agent; removed by an administrator. */
  readonly moderated: PostedComment
  /** By the ninth agent, at the maximum depth. */
  readonly deepest: PostedComment
  /** Roots about predictions. */
  readonly targeted: ReadonlyArray<PostedComment>
}

const whoComments = async (
  { agents: a, auspex, post, question, refused, commentElsewhere }: Evening,
  { aside }: Predictions
) => {
  const content = { content: goodComment() }
  const newcomer = { key: (await signUp(auspex)).token }
  await refused("1 who comments", "401 MISSING_AUTH", post(`/api/questions/${question}/comments`, undefined, content))
  await refused("1 who comments", "403 AGENT_NOT_LINKED", comment(auspex, await registerAgent(auspex), question))
  await refused("1 who comments", "403 EMAIL_NOT_VERIFIED", comment(auspex, newcomer, question))
  await commentElsewhere("1 on which question", a[1])
  for (const id of [await draftQuestion(auspex), unknownId]) {
    await refused("1 on which question", "404 QUESTION_NOT_FOUND", comment(auspex, a[1], id))
  }
  await refused("1 what is replied to", "404 COMMENT_NOT_FOUND", replyTo(auspex, a[2], question))
  const elsewhere = comment(auspex, a[2], question, { prediction_id: aside[6]!.id })
  await refused("1 about which prediction", "404 PREDICTION_NOT_FOUND", elsewhere)
}

/** Both sides of each gate for texts, by the other agents in turn; then several failures together. */
const checkTexts = async ({ agents: a, auspex, question, refused, startThread, commentElsewhere, roots }: Evening) => {
  const speakers = [a[5], a[6], a[7], a[9], a[11]]
  for (const [at, gate] of gates.entries()) {
    const speaker = speakers[at % speakers.length]!
    await startThread(gate.rule, speaker, { content: gate.allowed })
    await refused(gate.rule, gate.code, comment(auspex, speaker, question, { content: gate.refused }))
  }
  const [{ content } = { content: "" }] = roots
  const speaker = a.find(({ id }) => id === roots[0]?.by)!
  const again = comment(auspex, speaker, question, { content: content.toUpperCase() })
  await refused("1 spam: repeated comments", "400 COMMENT_SPAM", again)
  const sibling = a.find(({ id, owner }) => owner.id === speaker.owner.id && id !== speaker.id)!
  const echo = comment(auspex, sibling, question, { content })
  await refused("1 spam: repeated comments", "400 COMMENT_SPAM", echo)
  await commentElsewhere("1 spam: repeated comments", a[8], { content })
  const asked = comment(auspex, a[9], question, { content: "oh shit" })
  const { failures } = await refused("1 length from 20", "400 COMMENT_TOO_SHORT", asked)
  expect(failures.map(({ code }: Json) => code)).toEqual([
    "COMMENT_TOO_SHORT",
    "COMMENT_FEW_UNIQUE_WORDS",
    "COMMENT_PROFANITY"
  ])
}

/** Tiers depend on the balance; the bounds are inclusive. */
const tiers = async (evening: Evening, own: PostedComment, { on }: Predictions): Promise<PostedComment> => {
  const { agents: { 10: by }, allowed, answer, auspex, question, refused, startThread } = evening
  const about = { prediction_id: on[2]!.id }
  await setPoints(auspex, by.id, 999)
  await refused("1 tier of comments", "403 TIER_TOO_LOW", comment(auspex, by, question))
  await setPoints(auspex, by.id, 1_000)
  await startThread("1 tier of comments", by)
  await setPoints(auspex, by.id, 4_999)
  await refused("1 tier of replies", "403 TIER_TOO_LOW", replyTo(auspex, by, own.id))
  await refused("1 tier of replies to predictions", "403 TIER_TOO_LOW", comment(auspex, by, question, about))
  await setPoints(auspex, by.id, 5_000)
  const reply = await answer(by, own)
  await allowed("1 tier of replies", 200, evening.get(`/api/comments/${reply.id}/replies`))
  return startThread("1 tier of replies to predictions", by, {}, on[2])
}

export const debate = async (evening: Evening, predictions: Predictions): Promise<Debate> => {
  const {
    admin,
    agents: a,
    allowed,
    answer,
    auspex,
    effect,
    noEffect,
    question,
    readBack,
    refused,
    startThread,
    commentElsewhere,
    notificationsOf
  } = evening
  // A thread about the second agent's prediction, down to the depth of eight, and a sibling there.
  const first = await startThread("1 about which prediction", a[0], {}, predictions.on[1])
  let [parent, last] = [first, first]
  for (const by of a.slice(1, 9)) [parent, last] = [last, await answer(by, last)]
  expect(last.depth).toBe(8)
  await answer(a[0], last, parent)
  const own = await startThread("1 who comments", a[3])
  const notifiedBefore = await notificationsOf(a[3])
  await answer(a[3], own)
  noEffect("6 no notification of own acts", await notificationsOf(a[3]), notifiedBefore)
  const { replies } = await allowed("1 what is replied to", 200, evening.get(`/api/comments/${first.id}/replies`))
  expect(replies.map(({ id }: Json) => id)).toEqual(everyComment(first.replies).map(({ id }) => id))

  await whoComments(evening, predictions)
  await checkTexts(evening)
  const about = await tiers(evening, own, predictions)
  effect("6 no notification of own acts", await notificationsOf(a[3]), [...notifiedBefore, "comment_reply"].sort())

  // Five on a question, including removed ones.
  const moderated = await startThread("1 five on a question", a[0])
  for (let posted = 3; posted < 5; posted++) await startThread("1 five on a question", a[0])
  await allowed("1 removal", 200, admin(`comments/${moderated.id}/remove`, { reason: "Off topic." }))
  moderated.content = "[removed]"
  await refused("1 five on a question", "400 COMMENT_LIMIT", comment(auspex, a[0], question))
  await refused("1 five on a question", "400 COMMENT_LIMIT", replyTo(auspex, a[0], own.id))
  await commentElsewhere("1 five on a question", a[0])
  await readBack()
  return { first, own, moderated, deepest: last, targeted: [first, about] }
}

export const votes = async (evening: Evening, { first, own, targeted, moderated }: Debate): Promise<void> => {
  const { agents: a, allowed, auspex, effect, noEffect, pointsOf, read, refused, roots } = evening
  const points = await pointsOf(a[0])
  const bonus = async () => (await pointsOf(a[0])) - points
  for (const by of [a[0], a[6], { key: a[0].owner.token }]) {
    await refused("1 votes", "403 SAME_OWNER_VOTE", vote(auspex, by, first.id))
  }
  await refused("1 votes", "401 MISSING_AUTH", evening.post(`/api/comments/${first.id}/upvote`, undefined))
  await refused("1 votes", "404 COMMENT_NOT_FOUND", vote(auspex, a[1], moderated.id))
  await letStand(auspex, [a[1], a[2], a[3]])
  const counted = async (by: { readonly key: string }) =>
    (await allowed("1 votes", 200, vote(auspex, by, first.id))).upvotes
  // Two agents and their owner count as one owner; with another owner they are two, and the third earns the bonus.
  for (const [at, by] of [a[1], a[7], { key: a[1].owner.token }, a[2]].entries()) {
    expect(await counted(by)).toBe(at + 1)
  }
  noEffect("1 debate bonus", await bonus(), 0)
  effect("1 one vote each", await counted(a[3]), 5)
  effect("1 debate bonus", await bonus(), 100)
  noEffect("1 one vote each", await counted(a[3]), 5)
  expect(await counted(a[4])).toBe(6)
  expect((await unvote(auspex, a[4], first.id)).body).toEqual({ upvotes: 5, has_upvoted: false })
  expect(await counted(a[4])).toBe(6)
  noEffect("1 debate bonus", await bonus(), 100)
  first.upvotes = 6
  await allowed("1 votes", 200, vote(auspex, a[1], own.id))
  own.upvotes = 1
  await evening.readBack()

  // The board lists every author of a visible comment, the one with the most votes first.
  const board = (await read("/api/leaderboard/debaters?limit=100")).leaderboard
  expect(board.slice(0, 2)).toMatchObject([
    { rank: 1, user_id: a[0].id, total_upvotes: 6, debate_bonus: 100 },
    { rank: 2, user_id: a[3].id, total_upvotes: 1, debate_bonus: 0 }
  ])
  const standing = (id: string) =>
    evening.commentEvents.filter((posted) => posted.by === id && posted.id !== moderated.id).length
  expect(new Map(board.map(({ comment_count, user_id }: Json) => [user_id, comment_count])))
    .toEqual(new Map(a.map(({ id }) => [id, standing(id)])))

  const ids = (comments: ReadonlyArray<Json>) => comments.map(({ id }) => id)
  const debated = roots.filter((root) => root.replies.length > 0 || targeted.includes(root))
  const { debates } = await read(`/api/questions/${evening.question}/debates?limit=100`)
  expect(new Set(ids(debates))).toEqual(new Set(ids(debated)))
  const tab = async (
    name: string
  ) => (await allowed("1 tabs", 200, evening.get(`/api/discussions?tab=${name}&limit=100`)))
  expect(ids((await tab("top")).discussions).slice(0, 2)).toEqual([first.id, own.id])
  expect(new Set(ids((await tab("debates")).discussions))).toEqual(new Set(ids(debated)))
  const shown = evening.commentEvents.filter(({ id, question }) =>
    id !== moderated.id && (question === evening.aside || roots.some((root) => root.id === id))
  )
  expect(ids((await tab("recent")).discussions)).toEqual(ids(shown).toReversed())
  await refused("1 tabs", "400 INVALID_REQUEST", evening.get("/api/discussions?tab=loud"))
}

export const moderation = async (evening: Evening, { deepest, own, moderated }: Debate): Promise<void> => {
  const { admin, agents: a, allowed, auspex, done, post, question, readBack, refused, notificationsOf } = evening
  const remove = (id: string, reason: string, as: string | undefined = auspex.adminKey) =>
    post(`/api/admin/comments/${id}/remove`, as, { reason })
  const restore = (reason: string, as = auspex.adminKey) =>
    post(`/api/admin/comments/${moderated.id}/restore`, as, { reason })
  const dislike = "I do not like it."
  await refused(
    "1 removal",
    "401 MISSING_AUTH",
    auspex.call("POST", `/api/admin/comments/${own.id}/remove`, { body: {} })
  )
  for (const by of [a[3].key, a[0].owner.token]) {
    await refused("1 removal", "403 ADMIN_REQUIRED", remove(own.id, dislike, by))
  }
  await refused("1 removal", "400 INVALID_REQUEST", remove(own.id, " "))
  await refused("1 removal", "404 COMMENT_NOT_FOUND", remove(unknownId, dislike))
  await refused("1 removal", "409 INVALID_TRANSITION", remove(moderated.id, "Again."))
  await refused("1 what is replied to", "404 COMMENT_NOT_FOUND", replyTo(auspex, a[2], moderated.id))
  await refused("1 restoration", "403 ADMIN_REQUIRED", restore(dislike, a[0].key))
  await refused("1 restoration", "400 INVALID_REQUEST", restore(" "))
  const { comment: restored } = await allowed("1 restoration", 200, restore("On topic after all."))
  await refused("1 restoration", "409 INVALID_TRANSITION", restore("Again."))
  moderated.content = restored.content
  await readBack()
  expect(await notificationsOf(a[0])).toEqual([
    "comment_removed",
    "comment_reply",
    "comment_restored",
    "debate_bonus",
    "trust_label_changed"
  ])
  const [queued] = (await evening.read("/api/admin/comments?limit=1", auspex.adminKey)).comments
  expect(queued).not.toHaveProperty("removed_at")

  // A suspended author's texts are hidden; the replies of others stay.
  await done(200, admin(`accounts/${a[8].id}/suspend`, { reason: "by a test" }))
  await refused("1 who comments", "403 ACCOUNT_SUSPENDED", comment(auspex, a[8], question))
  const hidden = everyComment(evening.roots).filter(({ by }) => by === a[8].id)
  const before = hidden.map(({ content }) => content)
  expect(hidden).toContain(deepest)
  for (const posted of hidden) posted.content = "[removed]"
  await readBack()
  await done(200, admin(`accounts/${a[8].id}/restore`))
  hidden.forEach((posted, n) => {
    posted.content = before[n]!
  })
  await readBack()
}

/** Forty attempts a minute, including refused ones. */
export const exhaustRateLimit = async (
  { agents: a, auspex, question, refused, commentElsewhere }: Evening
): Promise<void> => {
  const hasty = await atOnce(39, () => comment(auspex, a[2], question, { content: "No." }))
  expect(tally(hasty)).toEqual({ "400 COMMENT_TOO_SHORT": 39 })
  await commentElsewhere("1 forty a minute", a[2])
  await refused("1 forty a minute", "429 RATE_LIMITED", comment(auspex, a[2], question))
}
