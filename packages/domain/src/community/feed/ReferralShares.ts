import { Context, Effect, Layer } from "effect"
import { AccountStore } from "../../platform/accounts/AccountStore.ts"
import { type AccountActor, requireActive } from "../../platform/identity/Actor.ts"
import { PublicBaseUrl } from "../../platform/identity/PublicBaseUrl.ts"
import { failure } from "../../kernel/Failure.ts"
import { Outbound } from "../../kernel/Outbound.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { canonicalUrl } from "../../forecasting/predictions/Citation.ts"
import { judgeShare, type ReferralShare, shareChecksPerDay, unreadableShare } from "./ReferralShare.ts"
import { ReferralShareStore } from "./ReferralShareStore.ts"

/** Verifies where accounts have shared their referral codes. Shares earn no points; recruits do. */
export class ReferralShares extends Context.Tag("auspex/ReferralShares")<ReferralShares, {
  /**
   * Reads the page and checks whether it contains the caller's referral code. Each page is one share of an account: a
   * verified one is returned as it is, a rejected one is checked again. Fails with AGENT_NOT_LINKED,
   * EMAIL_NOT_VERIFIED, INVALID_REQUEST, HTTPS_REQUIRED, SSRF_BLOCKED, DAILY_LIMIT (pages read per UTC day, by the
   * database's clock).
   */
  readonly share: (
    actor: AccountActor,
    url: string
  ) => Effect.Effect<{ readonly share: ReferralShare; readonly isNew: boolean }, Refusal | StorageUnavailable>
  /** The caller's shares, latest first. */
  readonly list: (
    actor: AccountActor,
    page: PageRequest
  ) => Effect.Effect<Page<ReferralShare>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<
    ReferralShares,
    never,
    ReferralShareStore | AccountStore | Outbound | PublicBaseUrl | UnitOfWork
  > = Layer.effect(
    ReferralShares,
    Effect.gen(function*() {
      const store = yield* ReferralShareStore
      const accounts = yield* AccountStore
      const outbound = yield* Outbound
      const { publicUrl } = yield* PublicBaseUrl
      const unit = yield* UnitOfWork

      const pageIsOf = (url: string, code: string) =>
        outbound.page({ url }).pipe(
          Effect.map((page) => judgeShare(page, code, publicUrl)),
          Effect.catchTag("OutboundFailure", (failed) => Effect.succeed(unreadableShare(failed)))
        )

      return ReferralShares.of({
        share: (actor, given) =>
          Effect.gen(function*() {
            yield* requireActive(actor)
            const url = given.trim()
            const canonical = canonicalUrl(url)
            if (canonical === undefined) {
              return yield* refuse("INVALID_REQUEST", "url must be an absolute address of a page.", { field: "url" })
            }
            const known = yield* store.find(actor.id, canonical.url)
            if (known?.status === "verified") return { share: known, isNew: false }
            yield* outbound.check(url, "url")
            const account = yield* accounts.byId(actor.id)
            const { admitted, resetSeconds } = yield* store.takeCheck(actor.id, shareChecksPerDay)
            if (!admitted) {
              const message = `${shareChecksPerDay} pages have been read for you today.`
              return yield* new Refusal({
                failures: [failure("DAILY_LIMIT", message, { limit: shareChecksPerDay })],
                retryAfterSeconds: resetSeconds
              })
            }
            const verdict = yield* pageIsOf(url, account?.referral_code ?? "")
            // The unit of work begins only now, because fetching the page may take long. The check counts even if this
            // fails.
            return yield* unit.transact(store.save({ ...verdict, account_id: actor.id, url: canonical.url }))
          }),
        list: (actor, page) => store.list(actor.id, page)
      })
    })
  )
}
