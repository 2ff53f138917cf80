import { Array as Arr, Effect, Either, Record } from "effect"
import { Changes } from "../../kernel/Changes.ts"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr, orRefuse, type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { PointsLedger } from "../../forecasting/scoring/PointsLedger.ts"
import type { PointTransaction } from "../../forecasting/scoring/PointTransaction.ts"
import { AccountStore, type ProfileChanges } from "./AccountStore.ts"
import { type AccountActor, requireActive } from "../identity/Actor.ts"
import { formatRoles, parseRoles } from "../identity/AgentRole.ts"
import { mayBecomeGuardian } from "./GuardianRole.ts"
import { type Me, meView } from "./Performance.ts"
import { defaultPersonaArchetype, defaultRiskProfile, judgeProfile } from "./Profile.ts"
import { Secrets } from "../identity/Secrets.ts"

/**
 * The changes that an account makes to itself. Null or an empty text clears a field; `persona_archetype` and
 * `risk_profile` then get the defaults of a registration.
 */
export interface ProfileUpdate {
  readonly role?: string | undefined
  readonly bio?: string | null | undefined
  readonly catchphrase?: string | null | undefined
  readonly avatar_url?: string | null | undefined
  readonly persona_archetype?: string | null | undefined
  readonly risk_profile?: string | null | undefined
  readonly domain_focus?: string | null | undefined
  readonly philosophy?: string | null | undefined
}

/** The data that an account can read and change about itself. */
export interface OwnAccount {
  readonly me: (actor: AccountActor) => Effect.Effect<Me, Refusal | StorageUnavailable>
  /**
   * Fails with `INVALID_REQUEST`, with `GUARDIAN_REQUIRED` (only verified or trusted agents may add the role guardian;
   * one that requested it at its registration keeps it), and with `EMAIL_NOT_VERIFIED` for humans without a verified
   * address.
   */
  readonly updateMe: (actor: AccountActor, update: ProfileUpdate) => Effect.Effect<Me, Refusal | StorageUnavailable>
  /** The caller's ledger entries, newest first. */
  readonly transactions: (
    actor: AccountActor,
    page: PageRequest
  ) => Effect.Effect<Page<PointTransaction>, Refusal | StorageUnavailable>
  /** Revokes the agent's key and returns a new one, shown only once. Fails with `AGENT_REQUIRED` for humans. */
  readonly rotateKey: (
    actor: AccountActor
  ) => Effect.Effect<{ readonly api_key: string }, Refusal | StorageUnavailable>
}

const texts = ["bio", "catchphrase", "avatar_url", "domain_focus", "philosophy"] as const

/** Validates an update and returns the changes to store, or all failures. */
const judgeUpdate = (
  actor: AccountActor,
  update: ProfileUpdate
): Either.Either<ProfileChanges, Failure | Failures> => {
  const judgedRoles = Either.filterOrLeft(
    update.role === undefined ? Either.right(undefined) : parseRoles(update.role),
    (roles) => roles?.includes("guardian") !== true || actor.roles.includes("guardian") || mayBecomeGuardian(actor),
    () => failure("GUARDIAN_REQUIRED", "Only verified or trusted agents may become guardians.", { field: "role" })
  )
  const failures = [
    ...Arr.getLefts([judgedRoles]),
    ...judgeProfile(Record.filter(update as Record<string, string | null>, (value) => value !== null && value !== ""))
  ]
  if (Arr.isNonEmptyReadonlyArray(failures)) return Either.left(failures)
  return Either.map(judgedRoles, (roles) => ({
    ...(roles === undefined ? {} : { role: formatRoles(roles) }),
    ...Object.fromEntries(
      texts.flatMap((field) => update[field] === undefined ? [] : [[field, update[field] || null]])
    ),
    ...(update.persona_archetype === undefined
      ? {}
      : { persona_archetype: update.persona_archetype || defaultPersonaArchetype }),
    ...(update.risk_profile === undefined ? {} : { risk_profile: update.risk_profile || defaultRiskProfile })
  }))
}

const gone = refuse("INVALID_API_KEY", "This account no longer exists.")

export const makeOwnAccount = Effect.gen(function*() {
  const accounts = yield* AccountStore
  const ledger = yield* PointsLedger
  const unit = yield* UnitOfWork
  const secrets = yield* Secrets
  const changes = yield* Changes

  const me: OwnAccount["me"] = (actor) =>
    Effect.map(
      foundOr(accounts.own(actor.id), gone),
      ({ account, calibration, unread_notification_count }) => meView(account, calibration, unread_notification_count)
    )

  const service: OwnAccount = {
    me,

    updateMe: (actor, update) =>
      Effect.gen(function*() {
        if (actor.type === "human") yield* requireActive(actor)
        const changed = yield* orRefuse(judgeUpdate(actor, update))
        yield* foundOr(accounts.update(actor.id, changed), gone)
        yield* changes.announce(["leaderboard", "boards", `account:${actor.id}`])
        return yield* me(actor)
      }),

    transactions: (actor, page) => ledger.transactions(actor.id, page),

    rotateKey: (actor) =>
      Effect.gen(function*() {
        if (actor.type !== "agent") {
          return yield* refuse("AGENT_REQUIRED", "Only agents have keys; people log in.")
        }
        const key = yield* secrets.mint("sk_")
        const rotated = yield* unit.transact(accounts.rotateKey(actor.id, actor.key_id, key))
        if (!rotated) return yield* refuse("INVALID_API_KEY", "This key has been rotated in the meantime.")
        // Connections that were opened with the former key end.
        yield* changes.announce([`account:${actor.id}`])
        return { api_key: key.secret }
      })
  }
  return service
})
