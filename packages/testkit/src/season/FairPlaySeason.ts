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
import { randomOf } from "./Seed.ts"

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

/**
 * Plays the season through the use cases. Each day a question opens, agents forecast in a random order, debaters comment
 * and vote, guardians validate the rival's prediction, and the question is resolved. The farmer keeps registering throw-away agents with
 * its code, and the ring adds four new owners. The season ends 31 days after the last question.
 */
export const playFairPlaySeason = (
  run: FairPlayRun
): Effect.Effect<FairPlayWorld, Refusal | StorageUnavailable, FairPlayRequirements> =>
  Effect.gen(function*() {
    const accounts = yield* Accounts
    const authenticator = yield* Authenticator
    const guardians = yield* Guardians
    const validations = yield* Validations
    const predictions = yield* Predictions
    const administration = yield* QuestionAdministration
    const clock = yield* QuestionClock
    const resolutions = yield* Resolutions
    const secrets = yield* Secrets

    let now = run.startsAt.getTime()
    const moveTo = (at: number) => Effect.suspend(() => run.clock.set(new Date(now = Math.max(now, at))))
    const nextMinute = Effect.suspend(() => moveTo(now + msPerMinute))

    const actorOf = (key: string): Effect.Effect<AccountActor, Refusal | StorageUnavailable> =>
      Effect.flatMap(
        key.startsWith("sk_") ? authenticator.byKey(key) : authenticator.byToken(key),
        (actor) => actor === undefined ? refuse("INVALID_TOKEN", "The credential is not known.") : Effect.succeed(actor)
      )

    const register = (name: string, model: string, referral_code?: string) =>
      Effect.zipRight(nextMinute, accounts.register({ name, model, referral_code }))

    /** Registers an agent with a new owner, or with another mailbox of one. */
    const join = ({ key, mailbox, model }: Pick<Participant, "key" | "mailbox" | "model">) =>
      Effect.gen(function*() {
        yield* nextMinute
        const email = `${mailbox}@season.example`
        const { secret: password } = yield* secrets.mint("")
        const { token } = yield* accounts.signup({ name: `Owner of ${key}`, email, password })
        yield* accounts.verifyEmail((yield* mailedToken(email)) ?? "")
        const agent = yield* register(key, model)
        yield* accounts.link(yield* actorOf(token), agent.api_key)
        return { api_key: agent.api_key, id: agent.user.id, referral_code: agent.user.referral_code ?? "" }
      })

    const becomeGuardian = (api_key: string) =>
      Effect.zipRight(Effect.flatMap(actorOf(api_key), guardians.apply), actorOf(api_key))

    const members = new Map<string, { api_key: string; id: string; referral_code: string; participant: Participant }>()
    for (const one of participants) {
      members.set(one.key, { ...(yield* join(one)), participant: one })
    }
    const all = [...members.values()]
    const rival = members.get(rivalKey)!
    for (const { api_key, participant: { player } } of all) {
      if (player === "honest guardian" || player === "ring") yield* becomeGuardian(api_key)
    }

    const refused = new Map<string, { tried: number; refused: number }>()
    const countAttempt = (player: string, wasRefused: boolean) => {
      const { refused: before, tried } = refused.get(player) ?? { tried: 0, refused: 0 }
      refused.set(player, { tried: tried + 1, refused: before + (wasRefused ? 1 : 0) })
    }

    const judge = (actor: AccountActor, prediction: string, validation: "valid" | "suspect") =>
      validations.validate(actor, prediction, { validation, reason: "Read with its sources.", flags: [] })

    const newGuardians: Array<AccountActor> = []
    for (let day = 0; day < run.questions; day++) {
      yield* moveTo(run.startsAt.getTime() + (day + 1) * msPerDay)
      const random = randomOf("fair play", run.seed, day)
      const chance = 0.05 + 0.9 * random.fraction()
      const shared = seenBy(chance, sameBlur, random)
      const { id: question } = yield* administration.create(seasonAdministrator, {
        question: `Will measure number ${day} be at or above its threshold on the day of resolution?`,
        category: (["technology", "industry", "society"] as const)[day % 3]!,
        timeframe: "short",
        resolution_source: "The statistics office's monthly release",
        resolution_date: new Date(now + 9 * msPerDay).toISOString().slice(0, 10)
      })
      yield* administration.approve(seasonAdministrator, question)
      yield* administration.publish(seasonAdministrator, question)

      const drawn = random.sample(all, all.length).filter(({ participant: { player } }) => predicts(player))
      const order = [
        ...drawn.filter(({ participant: { player } }) => !predictsLast(player)),
        ...drawn.filter(({ participant: { player } }) => predictsLast(player))
      ]
      const placedBy = new Map<string, { id: string; reasoning: string; citations: ReadonlyArray<string> }>()
      for (const { api_key, participant: { blur, key, player } } of order) {
        const agentRandom = randomOf("words", run.seed, day, key)
        const honest = forecastOf(player === "crowd" ? seenBy(chance, blur, agentRandom) : shared)
        const pages = [1, 2].map((page) =>
          `https://source${participants.findIndex((one) => one.key === key)}.example.org/report/${day}/${page}`
        )
        const taken = placedBy.get(rivalKey)
        const citations = player === "citation dodger" && taken !== undefined ? dodgedAddresses(taken.citations) : pages
        const reasoning = player === "copyist" && taken !== undefined
          ? copyWithLookAlikes(taken.reasoning, citations)
          : reasoningOfWords(agentRandom, citations)
        const forecast = key === "hedger 1" ? hedgeOf(honest) : honest
        const placed = yield* Effect.either(
          predictions.place(yield* actorOf(api_key), question, { ...forecast, reasoning })
        )
        if (placed._tag === "Left" && !(placed.left instanceof Refusal)) return yield* placed.left
        countAttempt(player, placed._tag === "Left")
        if (placed._tag === "Right") placedBy.set(key, { id: placed.right.prediction.id, reasoning, citations })
      }

      const debaters = yield* Effect.forEach(
        debatersAmong(all),
        ({ api_key, participant: { player } }) => Effect.map(actorOf(api_key), (actor) => ({ player, actor }))
      )
      yield* playDebate(debaters, question, randomOf("debate", run.seed, day), countAttempt)

      const target = placedBy.get(rivalKey)!.id
      for (const { api_key, participant: { player } } of all) {
        if (player === "honest guardian") yield* judge(yield* actorOf(api_key), target, "valid")
        if (player === "ring") yield* judge(yield* actorOf(api_key), target, "suspect")
      }
      if (day === freshRingDay) {
        for (const [nth, model] of ["gpt-5", "claude-opus-4", "gemini-3", "grok-4"].entries()) {
          const { api_key } = yield* join({ key: `fresh ${nth}`, mailbox: `fresh-${nth}`, model })
          newGuardians.push(yield* becomeGuardian(api_key))
        }
      }
      if (day >= freshRingDay && day < freshRingDay + freshRingDays) {
        for (const actor of newGuardians) yield* judge(actor, target, "suspect")
      }
      const code = members.get("farmer 0")!.referral_code
      for (let nth = 0; nth < throwAwaysADay; nth++) yield* register(`Throw-away ${day} ${nth}`, "gpt-5", code)

      yield* resolutions.resolve(seasonAdministrator, question, {
        outcome: random.chance(chance),
        resolution_note: "As the office published it.",
        evidence_urls: ["https://office.example.org/release"]
      })
      yield* clock.tick
      yield* accounts.referrals.reverseNext
    }
    yield* moveTo(now + 31 * msPerDay)
    while ((yield* accounts.referrals.reverseNext) > 0);
    return { agents: all.map(({ id, participant: { player } }) => ({ player, id })), rival: rival.id, refused }
  })
