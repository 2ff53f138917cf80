import { Accounts, Authenticator } from "@auspex/domain/accounts"
import type { Comments } from "@auspex/domain/comments"
import { type AccountActor, Secrets } from "@auspex/domain/identity"
import { Guardians, Validations } from "@auspex/domain/guardians"
import { Refusal, refuse, type StorageUnavailable } from "@auspex/domain/kernel"
import { Predictions } from "@auspex/domain/predictions"
import { QuestionAdministration, QuestionClock } from "@auspex/domain/questions"
import { Resolutions } from "@auspex/domain/scoring"
import { Effect } from "effect"
import { type CapturedMail, mailedToken } from "../outside/CapturedMail.ts"
import { debatersAmong, playDebate } from "./FairPlayDebate.ts"
import {
  copyWithLookAlikes,
  dodgedAddresses,
  type FairPlayer,
  forecastOf,
  hedgeOf,
  reasoningOfWords,
  seenBy
} from "./FairPlayers.ts"
import { seasonAdministrator } from "./seasonAdministrator.ts"
import type { SeasonClock } from "./SeasonRunner.ts"
import { type Random, randomOf } from "./Seed.ts"

/** A season with one question a day, and players of each kind among honest agents. */
export interface FairPlayRun {
  readonly seed: string | number
  readonly questions: number
  readonly startsAt: Date
  readonly clock: SeasonClock
}

/** An agent that forecasts. The crowd is honest but of other skill than the players, who all perceive the same. */
export interface FairPlayAgent {
  readonly player: FairPlayer | "crowd"
  readonly id: string
}

/** The result of the season; the ledger holds what each agent earned. */
export interface FairPlayWorld {
  readonly agents: ReadonlyArray<FairPlayAgent>
  /** The honest agent that the ring marks as suspect. */
  readonly rival: string
  /** The number of predictions and comments tried and of those that the gates refused, by player. */
  readonly refused: ReadonlyMap<string, { readonly tried: number; readonly refused: number }>
}

export type FairPlayRequirements =
  | Accounts
  | Authenticator
  | CapturedMail
  | Comments
  | Guardians
  | Predictions
  | QuestionAdministration
  | QuestionClock
  | Resolutions
  | Secrets
  | Validations

interface Participant {
  readonly key: string
  readonly player: FairPlayAgent["player"]
  readonly model: string
  /** The largest error of what the agent perceives. */
  readonly blur: number
  readonly mailbox: string
}

const sameBlur = 0.1
const participant = (player: FairPlayAgent["player"], nth: number, model: string, blur = sameBlur): Participant => ({
  key: `${player} ${nth}`,
  player,
  model,
  blur,
  mailbox: `${player.replace(" ", "-")}-${nth}`
})

/** The participants from the beginning. The hedger's agents belong to two mailboxes that differ by a tag. */
const participants: ReadonlyArray<Participant> = [
  ...[0.05, 0.2, 0.3, 0.4, 0.5].map((blur, nth) => participant("crowd", nth, "qwen-3", blur)),
  ...[0, 1, 2, 3].map((nth) => participant("honest", nth, "gpt-5")),
  ...["gpt-5", "claude-opus-4", "gemini-3", "grok-4"].map((model, nth) => participant("honest guardian", nth, model)),
  participant("hedger", 0, "gpt-5"),
  { ...participant("hedger", 1, "gpt-5"), mailbox: "hedger-0+second" },
  participant("farmer", 0, "gpt-5"),
  participant("ring", 0, "gpt-5"),
  participant("ring", 1, "claude-opus-4"),
  participant("copyist", 0, "gpt-5"),
  participant("citation dodger", 0, "gpt-5"),
  ...(["honest debater", "comment ring", "debating ring"] as const).flatMap((player) =>
    [0, 1, 2, 3].map((nth) => participant(player, nth, "gpt-5"))
  )
]
const rivalKey = "honest 0"
/** These players copy from others on the question, so they predict last. */
const predictsLast = (player: FairPlayAgent["player"]): boolean => player === "copyist" || player === "citation dodger"
/** The comment ring does nothing but comment. */
const predicts = (player: FairPlayAgent["player"]): boolean => player !== "comment ring"

const msPerMinute = 60_000
const msPerDay = 86_400_000
const throwAwaysADay = 3
const freshRingDay = 4
const freshRingDays = 3

/** An agent of the season, with the platform's id and its credential. */
interface FairPlayMember {
  readonly api_key: string
  readonly id: string
  readonly referral_code: string
  readonly participant: Participant
}

/** A season while it is played. */
interface PlayedFairPlay {
  readonly run: FairPlayRun
  readonly useCases: FairPlayUseCases
  readonly members: Map<string, FairPlayMember>
  /** The ring's new guardians. */
  readonly newGuardians: Array<AccountActor>
  readonly refused: Map<string, { tried: number; refused: number }>
  now: number
}

const fairPlayUseCases = Effect.all({
  accounts: Accounts,
  authenticator: Authenticator,
  guardians: Guardians,
  validations: Validations,
  predictions: Predictions,
  administration: QuestionAdministration,
  clock: QuestionClock,
  resolutions: Resolutions,
  secrets: Secrets
})
type FairPlayUseCases = Effect.Effect.Success<typeof fairPlayUseCases>

const moveTo = (season: PlayedFairPlay, at: number) =>
  Effect.suspend(() => season.run.clock.set(new Date(season.now = Math.max(season.now, at))))
const nextMinute = (season: PlayedFairPlay) => Effect.suspend(() => moveTo(season, season.now + msPerMinute))

/** Authenticates by the key of an agent or the token of a person. */
const actorOf = (
  { useCases: { authenticator } }: PlayedFairPlay,
  credential: string
): Effect.Effect<AccountActor, Refusal | StorageUnavailable> =>
  Effect.flatMap(
    credential.startsWith("sk_") ? authenticator.byKey(credential) : authenticator.byToken(credential),
    (actor) => actor === undefined ? refuse("INVALID_TOKEN", "The credential is not known.") : Effect.succeed(actor)
  )

const register = (season: PlayedFairPlay, name: string, model: string, referral_code?: string) =>
  Effect.zipRight(nextMinute(season), season.useCases.accounts.register({ name, model, referral_code }))

/** Registers an agent with a new owner, or with another mailbox of one. */
const join = (season: PlayedFairPlay, { key, mailbox, model }: Pick<Participant, "key" | "mailbox" | "model">) =>
  Effect.gen(function*() {
    const { accounts, secrets } = season.useCases
    yield* nextMinute(season)
    const email = `${mailbox}@season.example`
    const { secret: password } = yield* secrets.mint("")
    const { token } = yield* accounts.signup({ name: `Owner of ${key}`, email, password })
    yield* accounts.verifyEmail((yield* mailedToken(email)) ?? "")
    const agent = yield* register(season, key, model)
    yield* accounts.link(yield* actorOf(season, token), agent.api_key)
    return { api_key: agent.api_key, id: agent.user.id, referral_code: agent.user.referral_code ?? "" }
  })

const becomeGuardian = (season: PlayedFairPlay, api_key: string) =>
  Effect.zipRight(
    Effect.flatMap(actorOf(season, api_key), season.useCases.guardians.apply),
    actorOf(season, api_key)
  )

/** Registers the participants, and makes guardians of some. */
const gather = (season: PlayedFairPlay) =>
  Effect.gen(function*() {
    for (const one of participants) {
      season.members.set(one.key, { ...(yield* join(season, one)), participant: one })
    }
    for (const { api_key, participant: { player } } of season.members.values()) {
      if (player === "honest guardian" || player === "ring") yield* becomeGuardian(season, api_key)
    }
  })

const countAttempt = ({ refused }: PlayedFairPlay, player: string, wasRefused: boolean): void => {
  const { refused: before, tried } = refused.get(player) ?? { tried: 0, refused: 0 }
  refused.set(player, { tried: tried + 1, refused: before + (wasRefused ? 1 : 0) })
}

/** Opens the question of a day; returns its id. */
const openQuestion = ({ now, useCases: { administration } }: PlayedFairPlay, day: number) =>
  Effect.gen(function*() {
    const { id } = yield* administration.create(seasonAdministrator, {
      question: `Will measure number ${day} be at or above its threshold on the day of resolution?`,
      category: (["technology", "industry", "society"] as const)[day % 3]!,
      timeframe: "short",
      resolution_source: "The statistics office's monthly release",
      resolution_date: new Date(now + 9 * msPerDay).toISOString().slice(0, 10)
    })
    yield* administration.approve(seasonAdministrator, id)
    yield* administration.publish(seasonAdministrator, id)
    return id
  })

/** A day of the season: its question, and the chance of its outcome. */
interface FairPlayDay {
  readonly day: number
  readonly question: string
  readonly chance: number
  /** What all players perceive of the chance. */
  readonly shared: number
}

/** A prediction that the platform took. */
interface PlacedPrediction {
  readonly id: string
  readonly reasoning: string
  readonly citations: ReadonlyArray<string>
}

/** The forecast of an agent on the question of a day. `taken` is the rival's prediction, once the rival has predicted. */
const predictionOf = (
  { run }: PlayedFairPlay,
  { chance, day, shared }: FairPlayDay,
  { blur, key, player }: Participant,
  taken: PlacedPrediction | undefined
) => {
  const agentRandom = randomOf("words", run.seed, day, key)
  const honest = forecastOf(player === "crowd" ? seenBy(chance, blur, agentRandom) : shared)
  const pages = [1, 2].map((page) =>
    `https://source${participants.findIndex((one) => one.key === key)}.example.org/report/${day}/${page}`
  )
  const citations = player === "citation dodger" && taken !== undefined ? dodgedAddresses(taken.citations) : pages
  const reasoning = player === "copyist" && taken !== undefined
    ? copyWithLookAlikes(taken.reasoning, citations)
    : reasoningOfWords(agentRandom, citations)
  return { forecast: key === "hedger 1" ? hedgeOf(honest) : honest, reasoning, citations }
}

/** All agents that forecast do so, in a random order; returns the rival's prediction. */
const predictAll = (season: PlayedFairPlay, today: FairPlayDay, random: Random) =>
  Effect.gen(function*() {
    const all = [...season.members.values()]
    const drawn = random.sample(all, all.length).filter(({ participant: { player } }) => predicts(player))
    const order = [
      ...drawn.filter(({ participant: { player } }) => !predictsLast(player)),
      ...drawn.filter(({ participant: { player } }) => predictsLast(player))
    ]
    let ofRival: PlacedPrediction | undefined
    for (const { api_key, participant } of order) {
      const { key, player } = participant
      const { citations, forecast, reasoning } = predictionOf(season, today, participant, ofRival)
      const actor = yield* actorOf(season, api_key)
      const placed = yield* Effect.either(
        season.useCases.predictions.place(actor, today.question, { ...forecast, reasoning })
      )
      if (placed._tag === "Left" && !(placed.left instanceof Refusal)) return yield* placed.left
      countAttempt(season, player, placed._tag === "Left")
      if (placed._tag === "Right" && key === rivalKey) {
        ofRival = { id: placed.right.prediction.id, reasoning, citations }
      }
    }
    return ofRival!
  })

const debate = (season: PlayedFairPlay, { day, question }: FairPlayDay) =>
  Effect.gen(function*() {
    const debaters = yield* Effect.forEach(
      debatersAmong([...season.members.values()]),
      ({ api_key, participant: { player } }) => Effect.map(actorOf(season, api_key), (actor) => ({ player, actor }))
    )
    yield* playDebate(
      debaters,
      question,
      randomOf("debate", season.run.seed, day),
      (player, wasRefused) => countAttempt(season, player, wasRefused)
    )
  })

/** Guardians validate the rival's prediction: honest ones as valid, those of the ring as suspect. */
const judgeRival = (season: PlayedFairPlay, day: number, prediction: string) =>
  Effect.gen(function*() {
    const judge = (actor: AccountActor, validation: "valid" | "suspect") =>
      season.useCases.validations.validate(actor, prediction, {
        validation,
        reason: "Read with its sources.",
        flags: []
      })
    for (const { api_key, participant: { player } } of season.members.values()) {
      if (player === "honest guardian") yield* judge(yield* actorOf(season, api_key), "valid")
      if (player === "ring") yield* judge(yield* actorOf(season, api_key), "suspect")
    }
    if (day === freshRingDay) {
      for (const [nth, model] of ["gpt-5", "claude-opus-4", "gemini-3", "grok-4"].entries()) {
        const { api_key } = yield* join(season, { key: `fresh ${nth}`, mailbox: `fresh-${nth}`, model })
        season.newGuardians.push(yield* becomeGuardian(season, api_key))
      }
    }
    if (day >= freshRingDay && day < freshRingDay + freshRingDays) {
      for (const actor of season.newGuardians) yield* judge(actor, "suspect")
    }
  })

const playDay = (season: PlayedFairPlay, day: number) =>
  Effect.gen(function*() {
    const { run, useCases: { accounts, clock, resolutions } } = season
    yield* moveTo(season, run.startsAt.getTime() + (day + 1) * msPerDay)
    const random = randomOf("fair play", run.seed, day)
    const chance = 0.05 + 0.9 * random.fraction()
    const shared = seenBy(chance, sameBlur, random)
    const question = yield* openQuestion(season, day)
    const today = { day, question, chance, shared }
    const ofRival = yield* predictAll(season, today, random)
    yield* debate(season, today)
    yield* judgeRival(season, day, ofRival.id)
    const code = season.members.get("farmer 0")!.referral_code
    for (let nth = 0; nth < throwAwaysADay; nth++) {
      yield* register(season, `Throw-away ${day} ${nth}`, "gpt-5", code)
    }
    yield* resolutions.resolve(seasonAdministrator, question, {
      outcome: random.chance(chance),
      resolution_note: "As the office published it.",
      evidence_urls: ["https://office.example.org/release"]
    })
    yield* clock.tick
    yield* accounts.referrals.reverseNext
  })

/**
 * Plays the season through the use cases. Each day a question opens, agents forecast in a random order, debaters comment
 * and vote, guardians validate the rival's prediction, and the question is resolved. The farmer keeps registering throw-away agents with
 * its code, and the ring adds four new owners. The season ends 31 days after the last question.
 */
export const playFairPlaySeason = (
  run: FairPlayRun
): Effect.Effect<FairPlayWorld, Refusal | StorageUnavailable, FairPlayRequirements> =>
  Effect.gen(function*() {
    const season: PlayedFairPlay = {
      run,
      useCases: yield* fairPlayUseCases,
      members: new Map(),
      newGuardians: [],
      refused: new Map(),
      now: run.startsAt.getTime()
    }
    yield* gather(season)
    for (let day = 0; day < run.questions; day++) yield* playDay(season, day)
    yield* moveTo(season, season.now + 31 * msPerDay)
    while ((yield* season.useCases.accounts.referrals.reverseNext) > 0);
    const all = [...season.members.values()]
    return {
      agents: all.map(({ id, participant: { player } }) => ({ player, id })),
      rival: season.members.get(rivalKey)!.id,
      refused: season.refused
    }
  })
