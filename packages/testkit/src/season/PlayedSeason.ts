import { Accounts, Authenticator } from "@auspex/domain/accounts"
import { type AccountActor, Secrets } from "@auspex/domain/identity"
import { type Refusal, refuse, type StorageUnavailable } from "@auspex/domain/kernel"
import { Predictions } from "@auspex/domain/predictions"
import { QuestionAdministration, QuestionClock } from "@auspex/domain/questions"
import { Resolutions } from "@auspex/domain/scoring"
import { type Context, Effect } from "effect"
import { type CapturedMail, mailedToken } from "../outside/CapturedMail.ts"
import type { SeasonContext } from "./SeasonContext.ts"

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

/** The use cases that acts of a season call. */
export interface PlayedUseCases {
  readonly accounts: Context.Tag.Service<Accounts>
  readonly authenticator: Context.Tag.Service<Authenticator>
  readonly administration: Context.Tag.Service<QuestionAdministration>
  readonly clock: Context.Tag.Service<QuestionClock>
  readonly predictions: Context.Tag.Service<Predictions>
  readonly resolutions: Context.Tag.Service<Resolutions>
}

/** A season while it is played: its use cases, and the platform's ids of what it has made so far. */
export interface PlayedSeason {
  readonly useCases: PlayedUseCases
  readonly nextPassword: Effect.Effect<string>
  /** The token that was mailed to an address last. */
  readonly mailedToken: (email: string) => Effect.Effect<string | undefined>
  readonly bios: ReadonlyMap<string, string>
  readonly members: Map<string, SeasonMember>
  readonly questions: Map<string, string>
  /** Predictions by `predictionKey`. */
  readonly placed: Map<string, string>
  readonly counts: { accounts: number; questions: number; predictions: number; votes: number; resolutions: number }
}

/** The key of a prediction in a `SeasonWorld`. */
export const predictionKey = (account: string, question: string): string => `${account} ${question}`

/** A season without any accounts and questions yet. Passwords are drawn at random when `nextPassword` is unset. */
export const emptySeason = (
  bios: ReadonlyMap<string, string>,
  nextPassword: Effect.Effect<string> | undefined
): Effect.Effect<
  PlayedSeason,
  never,
  | Accounts
  | Authenticator
  | CapturedMail
  | Predictions
  | QuestionAdministration
  | QuestionClock
  | Resolutions
  | Secrets
> =>
  Effect.gen(function*() {
    const secrets = yield* Secrets
    const outside = yield* Effect.context<CapturedMail>()
    const useCases: PlayedUseCases = {
      accounts: yield* Accounts,
      authenticator: yield* Authenticator,
      administration: yield* QuestionAdministration,
      clock: yield* QuestionClock,
      predictions: yield* Predictions,
      resolutions: yield* Resolutions
    }
    return {
      useCases,
      nextPassword: nextPassword ?? Effect.map(secrets.mint(""), ({ secret }) => secret),
      mailedToken: (email) => Effect.provide(mailedToken(email), outside),
      bios,
      members: new Map(),
      questions: new Map(),
      placed: new Map(),
      counts: { accounts: 0, questions: 0, predictions: 0, votes: 0, resolutions: 0 }
    }
  })

const known = <A>(map: ReadonlyMap<string, A>, what: string, key: string): A => {
  const value = map.get(key)
  if (value === undefined) throw new RangeError(`the season has no ${what} ${key} yet`)
  return value
}

export const memberOf = ({ members }: PlayedSeason, key: string): SeasonMember => known(members, "account", key)

export const questionOf = ({ questions }: PlayedSeason, key: string): string => known(questions, "question", key)

export const predictionOf = ({ placed }: PlayedSeason, author: string, question: string): string =>
  known(placed, "prediction", predictionKey(author, question))

export const actorOf = (season: PlayedSeason, key: string): Effect.Effect<AccountActor, Refusal> => {
  const { actor } = memberOf(season, key)
  return actor === undefined ? refuse("INVALID_TOKEN", `${key} has not logged in.`) : Effect.succeed(actor)
}

/** Authenticates the account again, so that its actor reflects what it may do now. */
export const refreshActor = (
  season: PlayedSeason,
  key: string
): Effect.Effect<AccountActor, Refusal | StorageUnavailable> =>
  Effect.gen(function*() {
    const { authenticator } = season.useCases
    const { api_key, login } = memberOf(season, key)
    const actor = yield* api_key === undefined
      ? authenticator.byToken(login?.token ?? "")
      : authenticator.byKey(api_key)
    if (actor === undefined) return yield* refuse("INVALID_TOKEN", `The credential of ${key} is not known.`)
    season.members.set(key, { ...memberOf(season, key), actor })
    return actor
  })

/** What the acts of parts can look up in the season. */
export const contextOf = (season: PlayedSeason): SeasonContext => ({
  actorOf: (account) => actorOf(season, account),
  refreshActor: (account) => refreshActor(season, account),
  question: (key) => questionOf(season, key),
  prediction: (author, question) => predictionOf(season, author, question)
})
