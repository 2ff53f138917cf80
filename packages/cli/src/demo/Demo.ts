import { PasswordHasherArgon2Live, SecretsNodeLive } from "@auspex/adapters-http/outbound"
import { PgStores, storage } from "@auspex/adapters-pg"
import { Accounts, ConfiguredAdminKey, PasswordHasher } from "@auspex/domain/accounts"
import { PublicBaseUrl, Secrets } from "@auspex/domain/identity"
import { type Refusal, type StorageUnavailable, UnitOfWork } from "@auspex/domain/kernel"
import { Predictions } from "@auspex/domain/predictions"
import type { WebhookSecrets } from "@auspex/domain/webhooks"
import { CapturedMail, unheardChanges } from "@auspex/testkit/outside"
import {
  planSeason,
  predictionKey,
  runSeason,
  type SeasonRun,
  type SeasonStopped,
  seasonUseCases,
  type SeasonWorld
} from "@auspex/testkit/season"
import { contestedQuestions, dailyQuestions } from "./DailyQuestions.ts"
import { withWrittenArguments } from "./ArguedQuestions.ts"
import { demoAccounts, demoOwner } from "./DemoAccounts.ts"
import { demoPartUseCases } from "./demoPartUseCases.ts"
import { demoQuestions } from "./DemoQuestions.ts"
import { ownerOf as seasonOwnerOf } from "./SeasonPart.ts"
import { withDemoParts } from "./demoParts.ts"
import { SqlClient } from "@effect/sql/SqlClient"
import { Duration, Effect, Layer } from "effect"

const days = 45
const predictionsWanted = 300
const msPerDay = 86_400_000

/** The agents that have an owner, the most active first. */
const activeAgents = demoAccounts
  .filter((account) => account.kind === "agent" && account.owner !== undefined)
  .toSorted((left, right) => right.skill.activity - left.skill.activity)

/** Agents that predict every daily question, so that they have a record: one per owner. */
const dailyPredictors = activeAgents
  .filter((account, index, all) => all.findIndex((other) => seasonOwnerOf(other) === seasonOwnerOf(account)) === index)
  .slice(0, 5)
  .map(({ key }) => key)

/** A request to try the demo with; it passes every gate. */
interface DemoPrediction {
  readonly question_id: string
  readonly question: string
  readonly body: { readonly prediction: boolean; readonly confidence: number; readonly reasoning: string }
}

/** A newly created demo world, with credentials to try it. */
export interface DemoWorld {
  readonly kind: "filled"
  readonly counts: SeasonWorld["counts"]
  readonly took_ms: number
  /** An agent that has an owner. Its key is shown only this once. */
  readonly agent: { readonly id: string; readonly name: string; readonly api_key: string }
  /** The person who owns that agent. All passwords are random, and only this one is shown. */
  readonly owner: { readonly name: string; readonly email: string; readonly password: string }
  /** The token of a link that signs the owner in, once and within an hour. */
  readonly sign_in_token: string
  /** A prediction that the agent has not made yet, on an open question. */
  readonly untried: DemoPrediction
}

/** Nothing was done: the database is not empty, or another instance is filling it. */
export interface DemoSkipped {
  readonly kind: "left out"
  readonly because: "not empty" | "being filled"
}

/** The outcome of a fill. */
export type DemoOutcome = DemoWorld | DemoSkipped

/** How a fill can fail; it then leaves nothing behind. */
export type DemoFailure = SeasonStopped | StorageUnavailable

interface DemoOptions {
  /** Called before each act of the season and after the last. */
  readonly onProgress?: NonNullable<SeasonRun["onProgress"]>
}

/**
 * Passwords for the people of the demo, and a hasher with their precomputed hashes: hashing is slow on purpose, and no
 * transaction should wait for it.
 */
const precomputedPasswords = Effect.gen(function*() {
  const hasher = yield* PasswordHasher
  const { mint } = yield* Secrets
  const hashes = new Map<string, string>()
  for (const account of demoAccounts) {
    if (account.kind !== "human") continue
    const { secret } = yield* mint("")
    // One after the other: the hasher only refuses a hash when too many wait.
    hashes.set(secret, yield* Effect.orDie(hasher.hash(secret)))
  }
  const passwords = hashes.keys()
  return {
    nextPassword: Effect.suspend(() => {
      const { value } = passwords.next()
      return value === undefined ? Effect.dieMessage("more people sign up than the demo has") : Effect.succeed(value)
    }),
    hasher: Layer.succeed(PasswordHasher, {
      hash: (password) => {
        const hash = hashes.get(password)
        return hash === undefined ? Effect.dieMessage("a password that the demo does not have") : Effect.succeed(hash)
      },
      verify: hasher.verify
    })
  }
}).pipe(Effect.provide(Layer.merge(PasswordHasherArgon2Live, SecretsNodeLive)))

/** The services that the season needs besides the database. No mail is sent: the people of the demo do not exist. */
const demoServices = Layer.mergeAll(
  CapturedMail.layer,
  SecretsNodeLive,
  unheardChanges,
  Layer.succeed(PublicBaseUrl, { publicUrl: "https://demo.example" }),
  Layer.succeed(ConfiguredAdminKey, { key: undefined })
)

const demoPlatform = (hasher: Layer.Layer<PasswordHasher>) =>
  Layer.merge(seasonUseCases, demoPartUseCases).pipe(
    Layer.provideMerge(PgStores.layer),
    Layer.provideMerge(demoServices),
    Layer.provideMerge(hasher)
  )

/** Shifts auspex_now() for this transaction, in which now() is constant. */
const shiftedClock = Effect.map(SqlClient, (sql) => ({
  set: (at: Date): Effect.Effect<void, StorageUnavailable> =>
    // In seconds: the length of an interval of days depends on the time zone of the session.
    sql`select set_config('auspex.clock_shift',
      make_interval(secs => extract(epoch from ${at}::timestamptz - now())::float8)::text, true)`.pipe(
      Effect.asVoid,
      storage("demo.shiftClock")
    )
}))

/** Whether there is any account or question. */
const isOccupied = Effect.flatMap(SqlClient, (sql) =>
  sql<{ occupied: boolean }>`
    select exists (select 1 from accounts) or exists (select 1 from questions) as occupied`).pipe(
    Effect.map(([found]) => found?.occupied === true),
    storage("demo.look")
  )

/** The reason to skip the fill, if any. The lock is held until the transaction ends. */
const reasonToSkip = Effect.gen(function*() {
  const sql = yield* SqlClient
  const [lock] = yield* sql<
    { mine: boolean }
  >`select pg_try_advisory_xact_lock(hashtextextended('auspex demo', 0)) as mine`.pipe(storage("demo.lock"))
  if (lock?.mine !== true) return "being filled" as const
  // A separate statement, so that it sees what the previous holder of the lock has committed.
  return (yield* isOccupied) ? "not empty" as const : undefined
})

/** A short argument whose wording resembles no other reasoning of the demo. */
const untriedReasoning = (question: (typeof demoQuestions)[number]): string =>
  [
    `EVIDENCE: The figure that decides is published at ${question.resolution_url} and my notes on earlier rounds lie at`
    + ` https://notes.example.org/first-try/${question.key} for anybody to check.`,
    "ANALYSIS: Comparable cases ended this way more often than not, and nothing that came out since the question opened"
    + " moves that rate by much, so most of the weight rests on history.",
    "COUNTER-EVIDENCE: One late revision, or a single large event, could still turn it before the deadline.",
    "BOTTOM LINE: Somewhat more likely than a coin flip, and no more certain than that."
  ].join(" ")

/** The first agent and open question for which the platform accepts the prediction in a dry run. */
const findUntried = (world: SeasonWorld) =>
  Effect.gen(function*() {
    const predictions = yield* Predictions
    const open = demoQuestions
      .filter((question) =>
        question.planned_state === "open" && question.question_type === "binary" && question.parent === undefined
      )
      .toSorted((left, right) => right.days_to_resolution - left.days_to_resolution)
    for (const account of demoAccounts) {
      const member = world.accounts.get(account.key)
      if (account.kind !== "agent" || account.owner !== demoOwner) continue
      if (member?.actor === undefined || member.api_key === undefined) continue
      for (const question of open) {
        const id = world.questions.get(question.key)
        if (id === undefined || world.predictions.has(predictionKey(account.key, question.key))) continue
        const body = { prediction: true, confidence: 64, reasoning: untriedReasoning(question) }
        const passes = yield* predictions.dryRun(member.actor, id, body).pipe(
          Effect.as(true),
          Effect.catchTag("Refusal", (_: Refusal) => Effect.succeed(false))
        )
        if (!passes) continue
        const agent = { id: member.id, name: member.name, api_key: member.api_key }
        return { agent, untried: { question_id: id, question: question.topic, body } }
      }
    }
    return yield* Effect.dieMessage("no agent of the demo's owner has anything left to predict")
  })

const ownerIn = ({ accounts }: SeasonWorld) => {
  const owner = accounts.get(demoOwner)
  if (owner?.login === undefined) throw new RangeError("the demo has no owner")
  const { email, password } = owner.login
  return { id: owner.id, shown: { name: owner.name, email, password } }
}

const fill = (options: Pick<SeasonRun, "nextPassword" | "onProgress">) =>
  Effect.gen(function*() {
    const because = yield* reasonToSkip
    if (because !== undefined) return { kind: "left out" as const, because }
    const sql = yield* SqlClient
    const [{ now } = { now: new Date(0) }] = yield* storage("demo.now")(sql<{ now: Date }>`select now() as now`)
    const startsAt = new Date(now.getTime() - days * msPerDay)
    const season = {
      seed: "demo",
      starts_at: startsAt,
      days,
      accounts: demoAccounts,
      questions: [
        ...demoQuestions,
        ...contestedQuestions(activeAgents.slice(0, 12).map(({ key }) => key)),
        ...dailyQuestions(dailyPredictors)
      ],
      predictions: predictionsWanted
    }
    const [took, world] = yield* Effect.timed(
      runSeason({
        ...options,
        acts: withDemoParts({ ...season, acts: withWrittenArguments(planSeason(season)), length: days * msPerDay }),
        startsAt,
        endsAt: now,
        clock: yield* shiftedClock
      })
    )
    const { agent, untried } = yield* findUntried(world)
    const owner = ownerIn(world)
    const accounts = yield* Accounts
    // The owner is made by this fill, so that a refusal is a bug.
    const sign_in_token = yield* Effect.catchTag(accounts.issueSignIn(owner.id), "Refusal", Effect.die)
    return {
      kind: "filled" as const,
      counts: world.counts,
      took_ms: Math.round(Duration.toMillis(took)),
      agent,
      owner: owner.shown,
      sign_in_token,
      untried
    }
  })

/**
 * Fills a database without accounts and questions with the demo world: the last forty-five days, played through the
 * use cases on a clock that is shifted for this transaction only. All of it commits together, so that an interrupted
 * fill leaves nothing, and only one of several instances fills. The plan is the same on every installation; ids, keys,
 * secrets and passwords are random. Nobody is called.
 */
export const fillDemo = (
  options: DemoOptions = {}
): Effect.Effect<DemoOutcome, DemoFailure, SqlClient | WebhookSecrets> =>
  Effect.gen(function*() {
    // Checked again under the lock. Most starts find the demo in place, and then need no hashes.
    if (yield* isOccupied) return { kind: "left out" as const, because: "not empty" as const }
    const { hasher, nextPassword } = yield* precomputedPasswords
    return yield* Effect.flatMap(UnitOfWork, (unit) => unit.transact(fill({ ...options, nextPassword }))).pipe(
      Effect.provide(demoPlatform(hasher))
    )
  })

/** The output of a fill, line by line; `url` is the address of the core API. */
export const demoLines = (outcome: DemoOutcome, url: string): ReadonlyArray<string> => {
  if (outcome.kind === "left out") {
    return [
      outcome.because === "not empty"
        ? "demo: the database is not empty; nothing was added"
        : "demo: another instance is filling the database"
    ]
  }
  const { agent, counts, owner, sign_in_token } = outcome
  return [
    `demo: ${counts.accounts} accounts, ${counts.questions} questions and ${counts.predictions} predictions; `
    + "people, probabilities and outcomes are invented",
    `look at it: ${url}/`,
    `sign in as ${owner.name} (once, within an hour): ${url}/sign-in?token=${sign_in_token}`,
    `or with the password (shown this once): ${owner.email} ${owner.password}`,
    `key of the agent ${agent.name} (shown this once): ${agent.api_key}`
  ]
}
