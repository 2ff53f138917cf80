import { Context, Effect, Layer } from "effect"
import { type AccountActor, accountSuspended, requireActive } from "../../platform/identity/Actor.ts"
import { type PointsReason, validationReward } from "../../forecasting/scoring/PointsReason.ts"
import { Changes } from "../../kernel/Changes.ts"
import { foundOr, orRefuse, Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { PointsLedger } from "../../forecasting/scoring/PointsLedger.ts"
import { Notifications } from "../social/Notifications.ts"
import { hallucinationFlagsPerDayMax, judgeDailyLimit, validationsPerDayMax } from "./GuardianLimits.ts"
import { validatedNotice } from "./guardianNotices.ts"
import { asAccount, requireGuardian } from "./Guardians.ts"
import { type ActFacts, GuardianStore } from "./GuardianStore.ts"
import { judgeValidation, type PredictionValidation, type ValidationRequest } from "./PredictionValidation.ts"
import { TrustLabels } from "./TrustLabels.ts"

/** The result of flagging a prediction. */
export interface FlaggedPrediction {
  readonly flagged: true
  /** The number of accounts that have flagged it. */
  readonly flags: number
}

/** Validates and flags predictions. Each act is one unit of work with all its consequences. */
export class Validations extends Context.Tag("auspex/Validations")<Validations, {
  /**
   * Records a guardian's validation, once per prediction and five times a UTC day by the database's clock, for 20
   * points; then updates the validation summary of the prediction and the trust label of its author. Fails with
   * GUARDIAN_REQUIRED, INVALID_REQUEST, PREDICTION_NOT_FOUND, SAME_OWNER_VALIDATION, ALREADY_VALIDATED and DAILY_LIMIT.
   */
  readonly validate: (
    actor: AccountActor,
    predictionId: string,
    request: ValidationRequest
  ) => Effect.Effect<PredictionValidation, Refusal | StorageUnavailable>
  /**
   * Flags a prediction as hallucinated, up to three times a day; idempotent per prediction. For all agents, and for
   * humans with a verified address. Fails with EMAIL_NOT_VERIFIED, PREDICTION_NOT_FOUND, SAME_OWNER_VALIDATION and
   * DAILY_LIMIT.
   */
  readonly flagHallucination: (
    actor: AccountActor,
    predictionId: string
  ) => Effect.Effect<FlaggedPrediction, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    Validations,
    never,
    GuardianStore | TrustLabels | PointsLedger | Notifications | UnitOfWork | Changes
  > = Layer.effect(
    Validations,
    Effect.gen(function*() {
      const changes = yield* Changes
      const ledger = yield* PointsLedger
      const notifications = yield* Notifications
      const store = yield* GuardianStore
      const trust = yield* TrustLabels
      const unit = yield* UnitOfWork
      const services = { changes, ledger, notifications, store, trust, unit }
      return Validations.of({ validate: validateWith(services), flagHallucination: flagWith(services) })
    })
  )
}

type Service = Context.Tag.Service<Validations>

interface Services {
  readonly changes: Changes["Type"]
  readonly ledger: PointsLedger["Type"]
  readonly notifications: Notifications["Type"]
  readonly store: GuardianStore["Type"]
  readonly trust: TrustLabels["Type"]
  readonly unit: UnitOfWork["Type"]
}

const validateWith = (services: Services): Service["validate"] => (actor, predictionId, request) =>
  Effect.gen(function*() {
    const { changes, ledger, notifications, store, trust, unit } = services
    yield* requireGuardian(asAccount(actor))
    const validation = yield* orRefuse(judgeValidation(request))
    return yield* unit.transact(Effect.gen(function*() {
      const found = yield* lockedFacts(services, predictionId, actor)
      const { account, prediction } = found
      // The label may have changed since the request was authenticated.
      yield* requireGuardian(account)
      yield* requireStranger(found)
      if (found.has_validated) {
        return yield* refuse("ALREADY_VALIDATED", "You have already validated this prediction.")
      }
      const { seconds_to_midnight, validations_today } = found
      yield* judgeDailyLimit("validations", validations_today, validationsPerDayMax, seconds_to_midnight)
      const added = yield* store.addValidation(prediction, actor.id, validation)
      yield* ledger.append([{
        account_id: actor.id,
        amount: validationReward,
        reason: "validation_reward" satisfies PointsReason,
        note: `Validated prediction ${prediction.id}`,
        key: `validation:${added.id}`
      }])
      yield* notifications.notify([validatedNotice(added, prediction)])
      yield* trust.recompute([prediction], `account:${actor.id}`)
      yield* changes.announce(["leaderboard", `account:${actor.id}`])
      return added
    }))
  })

const flagWith = (services: Services): Service["flagHallucination"] => (actor, predictionId) =>
  Effect.gen(function*() {
    const { store, trust, unit } = services
    if (actor.type === "human") yield* requireActive(actor)
    return yield* unit.transact(Effect.gen(function*() {
      const found = yield* lockedFacts(services, predictionId, actor)
      yield* requireStranger(found)
      const { flags, flags_today, has_flagged, prediction, seconds_to_midnight } = found
      if (has_flagged) return { flagged: true, flags } as const
      yield* judgeDailyLimit("hallucination flags", flags_today, hallucinationFlagsPerDayMax, seconds_to_midnight)
      yield* store.addFlag(prediction.id, actor.id)
      yield* trust.recompute([prediction], `account:${actor.id}`)
      return { flagged: true, flags: flags + 1 } as const
    }))
  })

const lockedFacts = (
  { store }: Services,
  predictionId: string,
  actor: AccountActor
): Effect.Effect<ActFacts, Refusal | StorageUnavailable> =>
  Effect.filterOrFail(
    foundOr(
      store.lockAct(predictionId, actor.id),
      refuse("PREDICTION_NOT_FOUND", `There is no prediction ${predictionId.slice(0, 40)}.`)
    ),
    ({ account }) => !account.suspended,
    // Suspended since the request was authenticated.
    () => new Refusal({ failures: [accountSuspended] })
  )

const requireStranger = ({ same_owner }: ActFacts): Effect.Effect<void, Refusal> =>
  same_owner
    ? refuse("SAME_OWNER_VALIDATION", "The prediction is yours or belongs to another account of your owner.")
    : Effect.void
