import { BridgeHub } from "@auspex/adapters-bridge/hub"
import { Pgvector, sweepExpiredSecrets, sweepNotifications, sweepRateWindows } from "@auspex/adapters-pg"
import { ArticleClock } from "@auspex/domain/articles"
import { Accounts } from "@auspex/domain/accounts"
import { SkillRefreshes } from "@auspex/domain/boards"
import { DailyInsights } from "@auspex/domain/briefs"
import { ConsensusHistory } from "@auspex/domain/history"
import { IdempotencyStore, type StorageUnavailable, WriteGate } from "@auspex/domain/kernel"
import { WeeklyBattles } from "@auspex/domain/insight"
import { QuestionClock } from "@auspex/domain/questions"
import { SourceIntake } from "@auspex/domain/projects"
import { PanelRuns, panelStepsMax } from "@auspex/domain/panelRuns"
import { ProjectForecasts } from "@auspex/domain/projectForecasts"
import { EntryEmbeddings, platformCorpus, Retrieval } from "@auspex/domain/retrieval"
import { PointsDecay, Resolutions } from "@auspex/domain/scoring"
import { ResolutionNotices } from "@auspex/domain/feed"
import { SurveyAutoClose } from "@auspex/domain/surveys"
import { DeliveryQueue, WebhookDispatch } from "@auspex/domain/webhooks"
import { Duration, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { withoutTimeouts } from "./Database.ts"

/**
 * Repeats `work` forever: immediately while it reports more work, after `pause` when it does not, and after a longer
 * pause when it fails. Does nothing while writes are refused. It never ends, and a failure never ends the process.
 */
const repeatForever = <R>(
  name: string,
  pause: Duration.DurationInput,
  work: Effect.Effect<boolean, StorageUnavailable, R>
): Effect.Effect<never, never, R> =>
  Effect.flatMap(WriteGate, ({ closedBecause }) => closedBecause() === undefined ? work : Effect.succeed(false)).pipe(
    Effect.catchAllCause((cause) =>
      Effect.as(Effect.logWarning(`The ${name} worker will try again`, cause), "failed" as const)
    ),
    Effect.flatMap((more) =>
      more === true ? Effect.yieldNow() : Effect.sleep(more === "failed" ? Duration.seconds(5) : pause)
    ),
    Effect.forever
  )

/** Delay of the workers after the start, so that waiting requests come first: an embedded database does one thing. */
const startDelayMillis = 500

/** How many sources are read at a time: most of the time is spent waiting for other servers. */
const intakeWorkers = 4

/**
 * The background work: prediction windows open and close, due articles are published, settled surveys close,
 * resolutions are paid and notified, idle balances decay, bonuses for unlinked recruits are reversed, snapshots are taken at the end of a day,
 * sources of projects are read, panels reason, models of searched texts are trained, searched texts are embedded, pgvector gets their vectors and indexes, webhooks get their events, old rows are swept. Each task is due by the database's
 * clock and claimed row by row, so that every instance can run all of them.
 */
export const workers = (settings: Parameters<typeof withoutTimeouts>[0]) =>
  Layer.scopedDiscard(Effect.gen(function*() {
    const clock = yield* QuestionClock
    const resolutions = yield* Resolutions
    const articles = yield* ArticleClock
    const surveys = yield* SurveyAutoClose
    const notices = yield* ResolutionNotices
    const decay = yield* PointsDecay
    const ticks = Effect.map(clock.tick, (report) => report.opened + report.closed + report.warned > 0)
    const { referrals } = yield* Accounts
    const reversals = Effect.map(referrals.reverseNext, (count) => count > 0)
    const decays = Effect.map(decay.decayNext, (count) => count > 0)
    const history = yield* ConsensusHistory
    const days = yield* DailyInsights
    const battles = yield* WeeklyBattles
    const skill = yield* SkillRefreshes
    // It decides by itself when the next refresh is due.
    const skillRefreshes = Effect.as(skill.refreshWhenDue(randomUUID()), false)
    const retrieval = yield* Retrieval
    const training = retrieval.trainNext(randomUUID())
    // Reads the texts of the platform, so that the first search does not have to.
    const indexing = Effect.catchAllCause(
      retrieval.match({ corpus: platformCorpus, q: "", filters: {}, weights: undefined }),
      (cause) =>
        Effect.logWarning("The texts of the platform were not indexed; the first search will index them", cause)
    )
    yield* Effect.forkScoped(Effect.delay(indexing, startDelayMillis))
    const entries = yield* EntryEmbeddings
    const embedding = entries.embedNext(randomUUID())
    const intake = yield* SourceIntake
    const panels = yield* PanelRuns
    const forecasts = yield* ProjectForecasts
    const idempotency = yield* IdempotencyStore
    const deliveries = yield* DeliveryQueue
    const dispatch = yield* WebhookDispatch
    const sweeps = Effect.as(Effect.all([sweepRateWindows, sweepNotifications, idempotency.forget]), false)
    const hub = yield* BridgeHub
    const start = <R>(...of: Parameters<typeof repeatForever<R>>) =>
      Effect.forkScoped(Effect.delay(repeatForever(...of), startDelayMillis))
    yield* start("question clock", "1 second", ticks)
    yield* start("article clock", "2 seconds", Effect.map(articles.publishNext, (count) => count > 0))
    // Each run judges every survey that has changed, so the pause limits how often one is judged.
    yield* start("survey auto-close", "5 seconds", Effect.as(surveys.closeSettled, false))
    yield* start("settlement", "1 second", resolutions.settleNext)
    yield* start("resolution notices", "1 second", notices.notifyNext)
    yield* start("decay", "10 minutes", decays)
    yield* start("referrals", "10 minutes", reversals)
    yield* start("skill board", "1 second", skillRefreshes)
    yield* start("snapshot", "1 minute", history.takeNext)
    yield* start("daily insights", "1 minute", days.keepNext)
    yield* start("weekly battle", "1 minute", battles.finaliseNext)
    yield* start("retrieval model", "5 seconds", training)
    yield* start("removed entries", "10 minutes", retrieval.sweep)
    yield* start("embeddings", "2 seconds", embedding)
    yield* start("vectors", "10 seconds", Pgvector.arrange(withoutTimeouts(settings)))
    for (const _ of Array.from({ length: intakeWorkers })) {
      yield* start("source intake", "1 second", intake.readNext(randomUUID()))
    }
    for (const _ of Array.from({ length: panelStepsMax })) yield* start("panel", "1 second", panels.runNext)
    yield* start("forecast scores", "10 seconds", forecasts.scoreNext)
    yield* start("sweeping", "1 minute", sweeps)
    yield* start("secrets", "1 hour", Effect.as(sweepExpiredSecrets, false))
    yield* start("old deliveries", "10 minutes", deliveries.sweep)
    yield* Effect.forkScoped(Effect.scoped(hub.run))
    yield* Effect.forkScoped(Effect.delay(dispatch.run, startDelayMillis))
  }))
