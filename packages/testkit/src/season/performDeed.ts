import { type Refusal, refuse, type StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import {
  actorOf,
  contextOf,
  memberOf,
  type PlayedSeason,
  predictionKey,
  predictionOf,
  questionOf,
  refreshActor
} from "./PlayedSeason.ts"
import type { PartDeed, SeasonDeed } from "./SeasonAct.ts"
import { seasonAdministrator } from "./seasonAdministrator.ts"

type Deed<Kind extends SeasonDeed["kind"]> = Extract<SeasonDeed, { readonly kind: Kind }>

const signUp = (season: PlayedSeason, { account, email, name }: Deed<"signup">) =>
  Effect.gen(function*() {
    const password = yield* season.nextPassword
    const { token, user } = yield* season.useCases.accounts.signup({ name, email, password })
    const { id, referral_code = "" } = user
    season.members.set(account, { id, name, referral_code, login: { email, password, token } })
    season.counts.accounts++
  })

const verify = (season: PlayedSeason, { account }: Deed<"verify">) =>
  Effect.gen(function*() {
    const { accounts } = season.useCases
    const token = yield* season.mailedToken(memberOf(season, account).login?.email ?? "")
    yield* accounts.verifyEmail(token ?? "")
    yield* accounts.updateMe(yield* refreshActor(season, account), { bio: season.bios.get(account) })
  })

const register = (season: PlayedSeason, deed: Deed<"register">) =>
  Effect.gen(function*() {
    const { accounts } = season.useCases
    const { account, bio, catchphrase, kind: _, referrer, ...agent } = deed
    const { api_key, user } = yield* accounts.register({
      ...agent,
      referral_code: referrer === undefined ? undefined : memberOf(season, referrer).referral_code
    })
    season.members.set(account, { id: user.id, name: agent.name, referral_code: user.referral_code ?? "", api_key })
    yield* accounts.updateMe(yield* refreshActor(season, account), { bio, catchphrase })
    season.counts.accounts++
  })

const link = (season: PlayedSeason, { account, owner }: Deed<"link">) =>
  Effect.gen(function*() {
    yield* season.useCases.accounts.link(yield* actorOf(season, owner), memberOf(season, account).api_key)
    yield* refreshActor(season, account)
  })

const createQuestion = (season: PlayedSeason, deed: Deed<"createQuestion">) =>
  Effect.gen(function*() {
    const { parent, ...fields } = deed.fields
    const input = parent === undefined ? fields : { ...fields, parent_question_id: questionOf(season, parent) }
    const { id } = yield* season.useCases.administration.create(seasonAdministrator, input)
    season.questions.set(deed.question, id)
    season.counts.questions++
  })

const predict = (season: PlayedSeason, deed: Deed<"predict">) =>
  Effect.gen(function*() {
    const { account, kind: _, question, ...request } = deed
    const actor = yield* actorOf(season, account)
    const { prediction } = yield* season.useCases.predictions.place(actor, questionOf(season, question), request)
    season.placed.set(predictionKey(account, question), prediction.id)
    season.counts.predictions++
  })

const vote = (season: PlayedSeason, { account, author, direction, question }: Deed<"vote">) =>
  Effect.gen(function*() {
    const id = predictionOf(season, author, question)
    yield* season.useCases.predictions.vote(yield* actorOf(season, account), id, direction === "up" ? 1 : -1, false)
    season.counts.votes++
  })

const close = (season: PlayedSeason, { question }: Deed<"close">) =>
  Effect.gen(function*() {
    const { administration, clock } = season.useCases
    // The clock closes questions at the end of their window; no act closes one by hand.
    yield* clock.tick
    const { status } = yield* administration.show(seasonAdministrator, questionOf(season, question))
    if (status !== "closed") return yield* refuse("INVALID_TRANSITION", `The question is ${status}, not closed.`)
  })

const resolve = (season: PlayedSeason, deed: Deed<"resolve">) =>
  Effect.gen(function*() {
    const { clock, resolutions } = season.useCases
    const { kind: _, question, ...request } = deed
    yield* resolutions.resolve(seasonAdministrator, questionOf(season, question), request)
    // Children that this opens may have little of their window left.
    yield* clock.tick
    season.counts.resolutions++
  })

/** Does a deed through the use cases, and remembers the ids of what it makes. */
export const performDeed = <R>(
  season: PlayedSeason,
  deed: SeasonDeed | PartDeed<R>
): Effect.Effect<void, Refusal | StorageUnavailable, R> => {
  const { administration, clock } = season.useCases
  switch (deed.kind) {
    case "part":
      return deed.perform(contextOf(season))
    case "signup":
      return signUp(season, deed)
    case "verify":
      return verify(season, deed)
    case "register":
      return register(season, deed)
    case "link":
      return link(season, deed)
    case "createQuestion":
      return createQuestion(season, deed)
    case "approve":
      return Effect.asVoid(administration.approve(seasonAdministrator, questionOf(season, deed.question)))
    case "publish":
      // A window may be shorter than the period between the closing warning and the end.
      return Effect.zipRight(
        administration.publish(seasonAdministrator, questionOf(season, deed.question)),
        clock.tick
      )
    case "predict":
      return predict(season, deed)
    case "vote":
      return vote(season, deed)
    case "close":
      return close(season, deed)
    case "resolve":
      return resolve(season, deed)
  }
}
