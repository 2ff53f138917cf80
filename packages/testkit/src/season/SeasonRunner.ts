import type { Accounts, Authenticator } from "@auspex/domain/accounts"
import type { Secrets } from "@auspex/domain/identity"
import { ConsensusHistory } from "@auspex/domain/history"
import { Refusal, type StorageUnavailable } from "@auspex/domain/kernel"
import type { Predictions } from "@auspex/domain/predictions"
import { closingSoonAt, type QuestionAdministration, QuestionClock, windowEnd } from "@auspex/domain/questions"
import { PointsDecay, type Resolutions } from "@auspex/domain/scoring"
import { Data, Effect } from "effect"
import type { CapturedMail } from "../outside/CapturedMail.ts"
import { performDeed } from "./performDeed.ts"
import { emptySeason, type SeasonMember } from "./PlayedSeason.ts"
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

/** The work of the platform's workers, by what is due. */
const workersOf = Effect.gen(function*() {
  const clock = yield* QuestionClock
  const history = yield* ConsensusHistory
  const decay = yield* PointsDecay
  const decayAll: Effect.Effect<void, StorageUnavailable> = Effect.flatMap(
    decay.decayNext,
    (count) => count === 0 ? Effect.void : decayAll
  )
  const takeAll: Effect.Effect<void, StorageUnavailable> = Effect.flatMap(
    history.takeNext,
    (more) => more ? takeAll : Effect.void
  )
  const work: Record<Due["kind"], Effect.Effect<unknown, StorageUnavailable>> = {
    tick: clock.tick,
    decay: decayAll,
    snapshots: takeAll
  }
  return work
})

/** Advances the clock to `to`, does all work that falls due at its time, and takes it off the agenda. */
const advance = (
  clock: SeasonClock,
  agenda: Array<Due>,
  work: Record<Due["kind"], Effect.Effect<unknown, StorageUnavailable>>,
  to: number
): Effect.Effect<void, StorageUnavailable> =>
  Effect.gen(function*() {
    for (let due = agenda[0]; due !== undefined && due.at <= to; due = agenda[0]) {
      agenda.shift()
      yield* clock.set(new Date(due.at))
      yield* work[due.kind]
    }
    yield* clock.set(new Date(to))
  })

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
    const work = yield* workersOf
    const agenda = agendaOf(run)
    const advanceTo = (to: number) => advance(run.clock, agenda, work, to)
    const bios = new Map(run.acts.flatMap((act) => act.kind === "signup" ? [[act.account, act.bio] as const] : []))
    const season = yield* emptySeason(bios, run.nextPassword)
    const total = run.acts.length
    const progress = (done: number): Effect.Effect<void> => run.onProgress?.({ done, total }) ?? Effect.void
    for (const [index, act] of run.acts.entries()) {
      const { at, ...deed } = act
      const time = run.startsAt.getTime() + at
      yield* progress(index)
      yield* advanceTo(time)
      yield* Effect.mapError(
        performDeed(season, deed as SeasonDeed | PartDeed<R>),
        (error) =>
          error instanceof Refusal
            ? new SeasonStopped({ act, ordinal: index + 1, at: new Date(time), refusal: error })
            : error
      )
    }
    if (run.endsAt !== undefined) yield* advanceTo(run.endsAt.getTime())
    yield* progress(total)
    return { accounts: season.members, questions: season.questions, predictions: season.placed, counts: season.counts }
  })
