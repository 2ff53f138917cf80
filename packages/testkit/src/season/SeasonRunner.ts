import { Accounts, Authenticator } from "@auspex/domain/accounts"
import { type AccountActor, Secrets } from "@auspex/domain/identity"
import { ConsensusHistory } from "@auspex/domain/history"
import { Refusal, refuse, type StorageUnavailable } from "@auspex/domain/kernel"
import { Predictions } from "@auspex/domain/predictions"
import { closingSoonAt, QuestionAdministration, QuestionClock, windowEnd } from "@auspex/domain/questions"
import { PointsDecay, Resolutions } from "@auspex/domain/scoring"
import { Data, Effect } from "effect"
import { type CapturedMail, mailedToken } from "../outside/CapturedMail.ts"
import type { SeasonContext } from "./SeasonContext.ts"
import { seasonAdministrator } from "./seasonAdministrator.ts"
import type { PartDeed, SeasonAct, SeasonDeed } from "./SeasonAct.ts"

/** Sets the clock that the platform uses. */
export interface SeasonClock {
  readonly set: (at: Date) => Effect.Effect<void, StorageUnavailable>
}

/** A season to play through the use cases. */
export interface SeasonRun<R = never> {
  readonly acts: ReadonlyArray<SeasonAct<R> | SeasonAct>
  readonly startsAt: Date
  /** The time until which days pass after the last act; the time of the last act when unset. */
  readonly endsAt?: Date
  readonly clock: SeasonClock
  /** The password of the next person who signs up; drawn at random when unset. */
  readonly nextPassword?: Effect.Effect<string>
  /** Called before each act and after the last. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => Effect.Effect<void>
}

/** An account of the season, with the platform's ids and credentials. */
export interface SeasonMember {
  readonly id: string
  readonly name: string
  readonly referral_code: string
  /** Only agents have one. */
  readonly api_key?: string
  /** Only people have one; the password is drawn at random and is never the same twice. */
  readonly login?: { readonly email: string; readonly password: string; readonly token: string }
  /** The actor after the last change of what the account may do. */
  readonly actor?: AccountActor
}

/** The result of a season: the platform's ids by the season's keys. */
export interface SeasonWorld {
  readonly accounts: ReadonlyMap<string, SeasonMember>
  readonly questions: ReadonlyMap<string, string>
  /** By `predictionKey` of account and question. */
  readonly predictions: ReadonlyMap<string, string>
  readonly counts: {
    readonly accounts: number
    readonly questions: number
    readonly predictions: number
    readonly votes: number
    readonly resolutions: number
  }
}

/** The key of a prediction in a `SeasonWorld`. */
export const predictionKey = (account: string, question: string): string => `${account} ${question}`

/** The platform refused an act that the plan expected to succeed. */
export class SeasonStopped extends Data.TaggedError("SeasonStopped")<{
  readonly act: SeasonAct<unknown>
  /** Counted from 1. */
  readonly ordinal: number
  readonly at: Date
  readonly refusal: Refusal
}> {
  override get message(): string {
    const { account, question } = { account: "", question: "", ...this.act }
    const what = [this.act.kind, account, question].filter((part) => part !== "").join(" ")
    const why = this.refusal.failures.map(({ code, message }) => `${code}: ${message}`).join(" ")
    return `Act ${this.ordinal} of the season (${what}, ${this.at.toISOString()}) was refused. ${why}`
  }
}

/** The use cases that a season uses. */
export type SeasonRequirements =
  | Accounts
  | Authenticator
  | CapturedMail
  | ConsensusHistory
  | PointsDecay
  | Predictions
  | QuestionAdministration
  | QuestionClock
  | Resolutions
  | Secrets

const msPerDay = 86_400_000
/** How long after the end of a day its snapshots are due. */
const snapshotDelayMs = 60_000

/** Work that is due because time passes. */
interface Due {
  readonly at: number
  readonly kind: "tick" | "decay" | "snapshots"
}

/**
 * When the platform's workers have something to do: at and shortly before the ends of windows, and at the ends of days.
 */
const agendaOf = <R>({ acts, endsAt, startsAt }: SeasonRun<R>): Array<Due> => {
  const start = startsAt.getTime()
  const end = Math.max(start + (acts.at(-1)?.at ?? 0), endsAt?.getTime() ?? 0)
  const agenda: Array<Due> = []
  for (let day = Math.ceil(start / msPerDay) * msPerDay; day <= end; day += msPerDay) {
    agenda.push({ at: day, kind: "decay" }, { at: day + snapshotDelayMs, kind: "snapshots" })
  }
  for (const act of acts) {
    if (act.kind !== "createQuestion") continue
    agenda.push({ at: closingSoonAt(act.fields).getTime(), kind: "tick" })
    agenda.push({ at: windowEnd(act.fields).getTime(), kind: "tick" })
  }
  return agenda.filter(({ at }) => at >= start && at <= end).sort((left, right) => left.at - right.at)
}

const known = <A>(map: ReadonlyMap<string, A>, what: string, key: string): A => {
  const value = map.get(key)
  if (value === undefined) throw new RangeError(`the season has no ${what} ${key} yet`)
  return value
}

/**
 * Plays a season through the use cases, one act after the other, and sets the clock to the time of each. The work of a
 * server's workers in between (windows end, idle balances decay, daily snapshots are taken) is also done at its time.
 * People verify their addresses with the token from the mail. A refused act stops the season with `SeasonStopped`; run
 * the season in one unit of work to keep all of it or nothing.
 *
 * @example runSeason({ acts: planSeason({ … }), startsAt, clock: { set: (at) => shiftTo(at) } })
 */
export const runSeason = <R = never>(
  run: SeasonRun<R>
): Effect.Effect<SeasonWorld, SeasonStopped | StorageUnavailable, SeasonRequirements | R> =>
  Effect.gen(function*() {
    const authenticator = yield* Authenticator
    const accounts = yield* Accounts
    const administration = yield* QuestionAdministration
    const clock = yield* QuestionClock
    const history = yield* ConsensusHistory
    const decay = yield* PointsDecay
    const predictions = yield* Predictions
    const resolutions = yield* Resolutions
    const secrets = yield* Secrets
    const nextPassword = run.nextPassword ?? Effect.map(secrets.mint(""), ({ secret }) => secret)
    const outside = yield* Effect.context<CapturedMail>()

    const members = new Map<string, SeasonMember>()
    const questions = new Map<string, string>()
    const placed = new Map<string, string>()
    const counts = { accounts: 0, questions: 0, predictions: 0, votes: 0, resolutions: 0 }

    const questionId = (key: string): string => known(questions, "question", key)
    const member = (key: string): SeasonMember => known(members, "account", key)
    const actorOf = (key: string): Effect.Effect<AccountActor, Refusal> => {
      const { actor } = member(key)
      return actor === undefined ? refuse("INVALID_TOKEN", `${key} has not logged in.`) : Effect.succeed(actor)
    }

    /** Authenticates the account again, so that its actor reflects what it may do now. */
    const refreshActor = (key: string): Effect.Effect<AccountActor, Refusal | StorageUnavailable> =>
      Effect.gen(function*() {
        const { api_key, login } = member(key)
        const actor = yield* api_key === undefined
          ? authenticator.byToken(login?.token ?? "")
          : authenticator.byKey(api_key)
        if (actor === undefined) return yield* refuse("INVALID_TOKEN", `The credential of ${key} is not known.`)
        members.set(key, { ...member(key), actor })
        return actor
      })

    const context: SeasonContext = {
      actorOf,
      refreshActor,
      question: questionId,
      prediction: (author, question) => known(placed, "prediction", predictionKey(author, question))
    }

    const perform = (deed: SeasonDeed | PartDeed<R>): Effect.Effect<void, Refusal | StorageUnavailable, R> => {
      switch (deed.kind) {
        case "part":
          return deed.perform(context)
        case "signup":
          return Effect.gen(function*() {
            const password = yield* nextPassword
            const { email, name } = deed
            const { token, user } = yield* accounts.signup({ name, email, password })
            const { id, referral_code = "" } = user
            members.set(deed.account, { id, name, referral_code, login: { email, password, token } })
            counts.accounts++
          })
        case "verify":
          return Effect.gen(function*() {
            const token = yield* Effect.provide(mailedToken(member(deed.account).login?.email ?? ""), outside)
            yield* accounts.verifyEmail(token ?? "")
            yield* accounts.updateMe(yield* refreshActor(deed.account), { bio: bios.get(deed.account) })
          })
        case "register":
          return Effect.gen(function*() {
            const { account, bio, catchphrase, kind: _, referrer, ...agent } = deed
            const { api_key, user } = yield* accounts.register({
              ...agent,
              referral_code: referrer === undefined ? undefined : member(referrer).referral_code
            })
            members.set(account, { id: user.id, name: agent.name, referral_code: user.referral_code ?? "", api_key })
            yield* accounts.updateMe(yield* refreshActor(account), { bio, catchphrase })
            counts.accounts++
          })
        case "link":
          return Effect.gen(function*() {
            yield* accounts.link(yield* actorOf(deed.owner), member(deed.account).api_key)
            yield* refreshActor(deed.account)
          })
        case "createQuestion":
          return Effect.gen(function*() {
            const { parent, ...fields } = deed.fields
            const input = parent === undefined ? fields : { ...fields, parent_question_id: questionId(parent) }
            const { id } = yield* administration.create(seasonAdministrator, input)
            questions.set(deed.question, id)
            counts.questions++
          })
        case "approve":
          return Effect.asVoid(administration.approve(seasonAdministrator, questionId(deed.question)))
        case "publish":
          // A window may be shorter than the period between the closing warning and the end.
          return Effect.zipRight(administration.publish(seasonAdministrator, questionId(deed.question)), clock.tick)
        case "predict":
          return Effect.gen(function*() {
            const { account, kind: _, question, ...request } = deed
            const { prediction } = yield* predictions.place(yield* actorOf(account), questionId(question), request)
            placed.set(predictionKey(account, question), prediction.id)
            counts.predictions++
          })
        case "vote":
          return Effect.gen(function*() {
            const id = known(placed, "prediction", predictionKey(deed.author, deed.question))
            yield* predictions.vote(yield* actorOf(deed.account), id, deed.direction === "up" ? 1 : -1, false)
            counts.votes++
          })
        case "close":
          return Effect.gen(function*() {
            // The clock closes questions at the end of their window; no act closes one by hand.
            yield* clock.tick
            const { status } = yield* administration.show(seasonAdministrator, questionId(deed.question))
            if (status !== "closed")
              return yield* refuse("INVALID_TRANSITION", `The question is ${status}, not closed.`)
          })
        case "resolve":
          return Effect.gen(function*() {
            const { kind: _, question, ...request } = deed
            yield* resolutions.resolve(seasonAdministrator, questionId(question), request)
            // Children that this opens may have little of their window left.
            yield* clock.tick
            counts.resolutions++
          })
      }
    }

    const decayAll: Effect.Effect<void, StorageUnavailable> = Effect.flatMap(
      decay.decayNext,
      (count) => count === 0 ? Effect.void : decayAll
    )

    const takeAll: Effect.Effect<void, StorageUnavailable> = Effect.flatMap(
      history.takeNext,
      (more) => more ? takeAll : Effect.void
    )
    const work = { tick: clock.tick, decay: decayAll, snapshots: takeAll } as const

    const agenda = agendaOf(run)
    /** Advances the clock to `to`, and does all work that falls due at its time. */
    const advanceTo = (to: number): Effect.Effect<void, StorageUnavailable> =>
      Effect.gen(function*() {
        for (let due = agenda[0]; due !== undefined && due.at <= to; due = agenda[0]) {
          agenda.shift()
          yield* run.clock.set(new Date(due.at))
          yield* work[due.kind]
        }
        yield* run.clock.set(new Date(to))
      })

    const bios = new Map(run.acts.flatMap((act) => act.kind === "signup" ? [[act.account, act.bio] as const] : []))
    const total = run.acts.length
    const progress = (done: number): Effect.Effect<void> => run.onProgress?.({ done, total }) ?? Effect.void
    for (const [index, act] of run.acts.entries()) {
      const { at, ...deed } = act
      const time = run.startsAt.getTime() + at
      yield* progress(index)
      yield* advanceTo(time)
      yield* Effect.mapError(
        perform(deed as SeasonDeed | PartDeed<R>),
        (error) =>
          error instanceof Refusal
            ? new SeasonStopped({ act, ordinal: index + 1, at: new Date(time), refusal: error })
            : error
      )
    }
    if (run.endsAt !== undefined) yield* advanceTo(run.endsAt.getTime())
    yield* progress(total)
    return { accounts: members, questions, predictions: placed, counts }
  })
