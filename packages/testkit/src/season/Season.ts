import { windowEnd } from "@auspex/domain/questions"
import type { SeasonAccount } from "./SeasonAccount.ts"
import { cameTrue, drawOutcome, perceive, type SeasonOutcome } from "./Perception.ts"
import { writeReasoning } from "./ReasoningWriter.ts"
import type { QuestionFields, SeasonAct, SeasonDeed, SeasonProtocol } from "./SeasonAct.ts"
import { dayInWords, renderText, type SeasonQuestion } from "./SeasonQuestion.ts"
import { randomOf } from "./Seed.ts"

/** The accounts, questions and length of a season. */
export interface SeasonRequest {
  readonly seed: string | number
  /** The start of the season, from which all `at` count. An instant, because questions name days of the calendar. */
  readonly starts_at: Date
  /** Length of the season; questions count `days_to_resolution` from its end. */
  readonly days: number
  readonly accounts: ReadonlyArray<SeasonAccount>
  readonly questions: ReadonlyArray<SeasonQuestion>
  /** The approximate number of predictions; fewer when windows or balances do not allow so many. Default 400. */
  readonly predictions?: number
}

const msPerMinute = 60_000
const msPerHour = 60 * msPerMinute
const msPerDay = 24 * msPerHour
const registrationPoints = 5_000
const decayFloor = 1_000

/** A question on the season's clock, in milliseconds from its start. */
interface Scheduled {
  readonly question: SeasonQuestion
  readonly deadline: Date
  readonly fields: QuestionFields
  readonly createdAt: number
  readonly approvedAt?: number
  readonly publishedAt?: number
  /** When predictions become possible; absent when they never do. */
  readonly opensAt?: number
  readonly windowEndsAt: number
  readonly resolvedAt?: number
  readonly outcome: SeasonOutcome
}

const schedule = (request: SeasonRequest): ReadonlyArray<Scheduled> => {
  const start = request.starts_at.getTime()
  const length = request.days * msPerDay
  const lastDay = Math.floor((start + length) / msPerDay) * msPerDay
  const done = new Map<string, Scheduled>()
  const place = (question: SeasonQuestion): Scheduled => {
    const random = randomOf("schedule", request.seed, question.key)
    const deadline = new Date(lastDay + question.days_to_resolution * msPerDay)
    const opening = new Date(deadline.getTime() - question.days_open * msPerDay)
    const within = (at: number) => Math.min(length - msPerHour, Math.max(msPerDay, at))
    const openingAt = within(opening.getTime() - start + random.whole(7 * 60, 19 * 60) * msPerMinute)
    const isPublished = question.planned_state !== "draft" && question.planned_state !== "approved"
    const readyAt = isPublished ? openingAt : length - random.whole(3 * 60, 60 * 60) * msPerMinute
    const resolution_date = deadline.toISOString().slice(0, 10)
    const windowEndsAt = windowEnd({ timeframe: question.timeframe, resolution_date }).getTime() - start
    const parent = question.parent === undefined ? undefined : done.get(question.parent)
    const isTriggered = question.parent === undefined ||
      (parent?.resolvedAt !== undefined && parent.outcome.outcome === question.parent_trigger)
    const days = { opening: new Date(start + readyAt), deadline }
    const dueAt = deadline.getTime() + msPerDay - start + random.whole(60, 600) * msPerMinute
    const placed: Scheduled = {
      question,
      deadline,
      fields: fieldsOf(question, days, resolution_date),
      createdAt: Math.max(msPerHour, readyAt - random.whole(20 * 60, 30 * 60) * msPerMinute),
      windowEndsAt,
      outcome: drawOutcome(question, randomOf("outcome", request.seed, question.key)),
      ...(question.planned_state === "draft" ? {} : { approvedAt: readyAt - random.whole(30, 300) * msPerMinute }),
      ...(isPublished ? { publishedAt: readyAt } : {}),
      ...(isPublished && isTriggered ? { opensAt: Math.max(readyAt, parent?.resolvedAt ?? 0) } : {}),
      ...(question.planned_state === "resolved" ? { resolvedAt: Math.min(dueAt, length - msPerMinute) } : {})
    }
    done.set(question.key, placed)
    return placed
  }
  // Parents first, because children wait for them.
  const parents = request.questions.filter(({ parent }) => parent === undefined)
  const children = request.questions.filter(({ parent }) => parent !== undefined)
  return [...parents, ...children].map(place)
}

const fieldsOf = (
  question: SeasonQuestion,
  days: { readonly opening: Date; readonly deadline: Date },
  resolution_date: string
): QuestionFields => ({
  question: renderText(question.question, days),
  category: question.category,
  subcategory: question.subcategory,
  tag: question.tag,
  timeframe: question.timeframe,
  resolution_source: question.resolution_source,
  resolution_url: question.resolution_url,
  resolution_date,
  question_type: question.question_type,
  context: renderText(question.context, days),
  weight: question.weight,
  ...(question.question_type === "multi" ? { options: question.options } : {}),
  ...(question.parent === undefined ? {} : { parent: question.parent }),
  ...(question.parent_trigger === undefined ? {} : { parent_trigger: question.parent_trigger })
})

/** Signs people up, registers agents and links them, all in the first hours and never five within a minute. */
const arrivals = (accounts: ReadonlyArray<SeasonAccount>): ReadonlyArray<SeasonAct> => {
  const people = accounts.flatMap((account) => account.kind === "human" ? [account] : [])
  const agents = accounts.flatMap((account) => account.kind === "agent" ? [account] : [])
  const step = Math.min(5 * msPerMinute, Math.floor(18 * msPerHour / (accounts.length + 1)))
  return [
    ...people.flatMap(({ key, name, email, bio }, index): ReadonlyArray<SeasonAct> => [
      { at: index * step, kind: "signup", account: key, name, email, bio },
      { at: index * step + Math.floor(step / 2), kind: "verify", account: key }
    ]),
    ...agents.flatMap((agent, index): ReadonlyArray<SeasonAct> => {
      const { key, kind: _, skill: __, owner, ...fields } = agent
      const at = (people.length + index) * step
      const link: ReadonlyArray<SeasonAct> = owner === undefined
        ? []
        : [{ at: at + Math.floor(step / 2), kind: "link", account: key, owner }]
      return [{ at, kind: "register", account: key, ...fields }, ...link]
    })
  ]
}

const lifeCycle = ({ question, ...times }: Scheduled, length: number): ReadonlyArray<SeasonAct> => {
  const acts: Array<SeasonAct> = []
  const add = (at: number | undefined, deed: SeasonDeed) => at === undefined ? 0 : acts.push({ at, ...deed })
  add(times.createdAt, { kind: "createQuestion", question: question.key, fields: times.fields })
  add(times.approvedAt, { kind: "approve", question: question.key })
  add(times.publishedAt, { kind: "publish", question: question.key })
  if (times.opensAt !== undefined && times.windowEndsAt < length) {
    add(Math.max(times.windowEndsAt, times.opensAt), { kind: "close", question: question.key })
    add(times.resolvedAt, {
      kind: "resolve",
      question: question.key,
      ...times.outcome,
      resolution_note: "Drawn by the season simulator for the demo; it says nothing about the world.",
      evidence_urls: [question.resolution_url]
    })
  }
  return acts
}

const protocolOf = ({ question, fields, deadline }: Scheduled): SeasonProtocol => ({
  criterion: fields.question,
  source_of_truth: `${fields.resolution_source}, ${fields.resolution_url}`,
  deadline: `The end of ${dayInWords(deadline)}, UTC`,
  resolver: "The platform's administrators, reading the source",
  edge_cases: `As the background says. If ${question.topic} cannot be read from the source, the question is void.`
})

/** The owner of an account for the purpose of votes: people own themselves. */
const ownerOf = (account: SeasonAccount): string | undefined => account.kind === "human" ? account.key : account.owner

type Intention = SeasonAct & { readonly kind: "predict" }

/** The predictions that accounts intend to make, before balances are considered. */
const intentions = (request: SeasonRequest, scheduled: ReadonlyArray<Scheduled>): ReadonlyArray<Intention> => {
  const able = request.accounts.filter((account) => ownerOf(account) !== undefined)
  const length = request.days * msPerDay
  const openQuestions = scheduled.flatMap((one) => {
    const from = one.opensAt === undefined ? length : one.opensAt + msPerHour
    const to = Math.min(length, one.windowEndsAt) - 10 * msPerMinute
    return from < to
      ? [{ ...one, from, to, appeal: randomOf("appeal", request.seed, one.question.key).whole(60, 140) }]
      : []
  })
  const appealTotal = openQuestions.filter(({ question }) => question.crowd === undefined).reduce(
    (sum, { appeal }) => sum + appeal,
    0
  )
  return openQuestions.flatMap((one) => {
    const random = randomOf("crowd", request.seed, one.question.key)
    const count = Math.round((request.predictions ?? 400) * one.appeal / appealTotal)
    // The accounts with the smallest exponential waiting times are chosen: sampling without replacement, weighted by
    // activity.
    const named = one.question.crowd
    const crowd = named !== undefined ?
      able.filter(({ key }) => named.includes(key)).map((account) => ({ account })) :
      able
        .map((account) => ({ account, wait: -Math.log(1 - random.fraction()) / account.skill.activity }))
        .sort((left, right) => left.wait - right.wait)
        .slice(0, count)
    return crowd.map(({ account }): Intention => {
      const own = randomOf("belief", request.seed, account.key, one.question.key)
      const belief = perceive(account.skill, one.question, own)
      return {
        at: Math.floor(one.from + (one.to - one.from) * own.fraction() ** 1.5),
        kind: "predict",
        account: account.key,
        question: one.question.key,
        ...belief,
        reasoning: writeReasoning({
          seed: request.seed,
          author: account,
          question: one.question,
          deadline: one.deadline,
          ...belief
        }),
        ...(own.chance(0.12) ? { resolution_protocol: protocolOf(one) } : {})
      }
    })
  })
}

const chronological = <Act extends SeasonAct>(acts: ReadonlyArray<Act>): ReadonlyArray<Act> =>
  acts.toSorted((left, right) => left.at - right.at)

/**
 * Keeps the predictions that a careful lower bound of the balance can pay for: no rewards but the smallest payout, and
 * the decay of idle accounts.
 */
const affordable = (
  planned: ReadonlyArray<Intention>,
  scheduled: ReadonlyArray<Scheduled>
): ReadonlyArray<Intention> => {
  const byKey = new Map(scheduled.map((one) => [one.question.key, one]))
  const balances = new Map<
    string,
    { points: number; activeAt: number; pending: Array<{ at: number; points: number }> }
  >()
  return chronological(planned).filter((act) => {
    const balance = balances.get(act.account) ?? { points: registrationPoints, activeAt: 0, pending: [] }
    balances.set(act.account, balance)
    const idleDays = Math.floor((act.at - balance.activeAt) / msPerDay) - 6
    if (idleDays > 0) {
      balance.points = Math.min(balance.points, Math.max(decayFloor, Math.floor(balance.points * 0.98 ** idleDays)))
    }
    for (const { points } of balance.pending.filter(({ at }) => at < act.at)) balance.points += points
    balance.pending = balance.pending.filter(({ at }) => at >= act.at)
    if (balance.points < act.confidence) return false
    balance.points -= act.confidence
    balance.activeAt = act.at
    const question = byKey.get(act.question)
    if (question?.resolvedAt !== undefined) {
      const verdict = cameTrue(act, question.outcome)
      const points = verdict === null ? act.confidence : verdict ? Math.floor(act.confidence * 1.5) : 5
      balance.pending.push({ at: question.resolvedAt, points })
    }
    return true
  })
}

/** Other owners read predictions within three days; some vote for them, a few against. */
const votes = (request: SeasonRequest, placed: ReadonlyArray<Intention>): ReadonlyArray<SeasonAct> => {
  const owners = new Map(request.accounts.map((account) => [account.key, ownerOf(account)]))
  const length = request.days * msPerDay
  return placed.flatMap(({ account: author, question, at }) => {
    const random = randomOf("votes", request.seed, author, question)
    if (!random.chance(0.4)) return []
    const strangers = [...owners].filter(([, owner]) => owner !== undefined && owner !== owners.get(author))
    return random.sample(strangers, random.whole(1, 3)).map(([account]): SeasonAct => ({
      at: Math.min(length - 1, at + random.whole(10, 3 * 24 * 60) * msPerMinute),
      kind: "vote",
      account,
      author,
      question,
      direction: random.chance(0.85) ? "up" : "down"
    }))
  })
}

/**
 * All acts of a season, in order of time: people and agents arrive, questions are created and published, agents predict
 * according to their skill, others vote, windows end, and questions resolve as drawn from their true probabilities.
 * Pure: the same request gives the same acts. A child opens when its parent resolves to the child's trigger; otherwise
 * it gets no predictions, and the platform's own rule voids it.
 *
 * @example planSeason({ seed: 1, starts_at, days: 45, accounts, questions })
 */
export const planSeason = (request: SeasonRequest): ReadonlyArray<SeasonAct> => {
  const scheduled = schedule(request)
  const length = request.days * msPerDay
  const placed = affordable(intentions(request, scheduled), scheduled)
  return chronological([
    ...arrivals(request.accounts),
    ...scheduled.flatMap((one) => lifeCycle(one, length)),
    ...placed,
    ...votes(request, placed)
  ])
}
