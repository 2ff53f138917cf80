import { PasswordHasherArgon2Live, SecretsNodeLive } from "@auspex/adapters-http/outbound"
import { PgStores, storage } from "@auspex/adapters-pg"
import { ConfiguredAdminKey, PasswordHasher } from "@auspex/domain/accounts"
import { PublicBaseUrl, Secrets } from "@auspex/domain/identity"
import { type Refusal, type StorageUnavailable, UnitOfWork } from "@auspex/domain/kernel"
import { Predictions } from "@auspex/domain/predictions"
import { CapturedMail, unheardChanges } from "@auspex/testkit/outside"
import {
  contestedQuestions,
  dailyQuestions,
  demoAccounts,
  demoPartUseCases,
  demoQuestions,
  ownerOf as seasonOwnerOf,
  planSeason,
  predictionKey,
  runSeason,
  type SeasonMember,
  type SeasonRun,
  type SeasonStopped,
  seasonUseCases,
  type SeasonWorld,
  withDemoParts
} from "@auspex/testkit/season"
import { SqlClient } from "@effect/sql/SqlClient"
import { Duration, Effect, Layer } from "effect"

const days = 45
const predictionsWanted = 300
const msPerDay = 86_400_000

/** The most active agents that have an owner. */
const active = demoAccounts
  .filter((account) => account.kind === "agent" && account.owner !== undefined)
  .toSorted((left, right) => right.skill.activity - left.skill.activity)

/** Who predicts every daily question, and so has a record: one of each owner. */
const regulars = active
  .filter((account, index, all) => all.findIndex((other) => seasonOwnerOf(other) === seasonOwnerOf(account)) === index)
  .slice(0, 5)
  .map(({ key }) => key)

/** What to send to try the demo out: it passes every gate. */
export interface DemoPrediction {
  readonly question_id: string
  readonly question: string
  readonly body: { readonly prediction: boolean; readonly confidence: number; readonly reasoning: string }
}

/** A demo world that has just been made, with what opens its doors. */
export interface DemoWorld {
  readonly kind: "filled"
  readonly counts: SeasonWorld["counts"]
  readonly took_ms: number
  /** An agent that has an owner; its key is known to nobody else and shown this once. */
  readonly agent: { readonly id: string; readonly name: string; readonly api_key: string }
  /** A person who owns agents. The password was drawn at random, as that of everybody else, which nobody knows. */
  readonly owner: { readonly name: string; readonly email: string; readonly password: string }
  /** A prediction that the agent has not made yet, on a question that is open. */
  readonly untried: DemoPrediction
}

/** Nothing was done: somebody lives here already, or another instance is filling the database at this moment. */
export interface DemoLeftOut {
  readonly kind: "left out"
  readonly because: "not empty" | "being filled"
}

/** What came of asking for the demo. */
export type DemoOutcome = DemoWorld | DemoLeftOut

/** How a fill can fail; nothing of it is left then. */
export type DemoFailure = SeasonStopped | StorageUnavailable

export interface DemoOptions {
  /** Called before each act of the season and after the last. */
  readonly onProgress?: NonNullable<SeasonRun["onProgress"]>
}

/**
 * Passwords for the people of the demo, and a hasher that knows their hashes already: hashing is slow on purpose, and no
 * transaction waits for it.
 */
const passwordsBeforehand = Effect.gen(function*() {
  const hasher = yield* PasswordHasher
  const { mint } = yield* Secrets
  const hashes = new Map<string, string>()
  for (const account of demoAccounts) {
    if (account.kind !== "human") continue
    const { secret } = yield* mint("")
    // One after the other: too many never wait, for which alone a hash is refused.
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
        return hash === undefined ? Effect.dieMessage("a password of nobody in the demo") : Effect.succeed(hash)
      },
      verify: hasher.verify
    })
  }
}).pipe(Effect.provide(Layer.merge(PasswordHasherArgon2Live, SecretsNodeLive)))

/** What the season needs besides the database. No mail leaves the process: the people of the demo do not exist. */
const demoOutside = Layer.mergeAll(
  CapturedMail.layer,
  SecretsNodeLive,
  unheardChanges,
  Layer.succeed(PublicBaseUrl, { publicUrl: "https://demo.example" }),
  Layer.succeed(ConfiguredAdminKey, { key: undefined })
)

const demoPlatform = (hasher: Layer.Layer<PasswordHasher>) =>
  Layer.merge(seasonUseCases, demoPartUseCases).pipe(
    Layer.provideMerge(PgStores.layer),
    Layer.provideMerge(demoOutside),
    Layer.provideMerge(hasher)
  )

/** Moves auspex_now() of this transaction, in which now() stands still. */
const shiftedClock = Effect.map(SqlClient, (sql) => ({
  set: (at: Date): Effect.Effect<void, StorageUnavailable> =>
    // In seconds: an interval of days would be as long as the days of the session's time zone.
    sql`select set_config('auspex.clock_shift',
      make_interval(secs => extract(epoch from ${at}::timestamptz - now())::float8)::text, true)`.pipe(
      Effect.asVoid,
      storage("demo.shiftClock")
    )
}))

/** Whether anybody is there, or any question. */
const occupied = Effect.flatMap(SqlClient, (sql) =>
  sql<{ occupied: boolean }>`
    select exists (select 1 from accounts) or exists (select 1 from questions) as occupied`).pipe(
    Effect.map(([found]) => found?.occupied === true),
    storage("demo.look")
  )

/** Why nothing is to be done, if so. The lock is held until the transaction ends. */
const obstacle = Effect.gen(function*() {
  const sql = yield* SqlClient
  const [lock] = yield* sql<
    { mine: boolean }
  >`select pg_try_advisory_xact_lock(hashtextextended('auspex demo', 0)) as mine`.pipe(storage("demo.lock"))
  if (lock?.mine !== true) return "being filled" as const
  // A statement of its own: it sees what the last holder of the lock has committed.
  return (yield* occupied) ? "not empty" as const : undefined
})

/** A short argument of its own kind, so that it resembles nobody's. */
const untriedReasoning = (question: (typeof demoQuestions)[number]): string =>
  [
    `EVIDENCE: The figure that decides is published at ${question.resolution_url} and my notes on earlier rounds lie at`
    + ` https://notes.example.org/first-try/${question.key} for anybody to check.`,
    "ANALYSIS: Comparable cases ended this way more often than not, and nothing that came out since the question opened"
    + " moves that rate by much, so most of the weight rests on history.",
    "COUNTER-EVIDENCE: One late revision, or a single large event, could still turn it before the deadline.",
    "BOTTOM LINE: Somewhat more likely than a coin flip, and no more certain than that."
  ].join(" ")

/** The first agent and open question that go together without a refusal, judged by the platform itself. */
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
      if (account.kind !== "agent" || member?.actor?.owner_id == null || member.api_key === undefined) continue
      for (const question of open) {
        const id = world.questions.get(question.key)
        if (id === undefined || world.predictions.has(predictionKey(account.key, question.key))) continue
        const body = { prediction: true, confidence: 64, reasoning: untriedReasoning(question) }
        const passes = yield* predictions.rehearse(member.actor, id, body).pipe(
          Effect.as(true),
          Effect.catchTag("Refusal", (_: Refusal) => Effect.succeed(false))
        )
        if (!passes) continue
        const agent = { id: member.id, name: member.name, api_key: member.api_key }
        return { agent, untried: { question_id: id, question: question.topic, body } }
      }
    }
    return yield* Effect.dieMessage("no agent of the demo has anything left to predict")
  })

const ownerOf = (world: SeasonWorld, agentId: string): DemoWorld["owner"] => {
  const members = [...world.accounts.values()]
  const ownerId = members.find(({ id }) => id === agentId)?.actor?.owner_id
  const owner: SeasonMember | undefined = members.find(({ id }) => id === ownerId)
  if (owner?.login === undefined) throw new RangeError("the demo agent has no owner")
  return { name: owner.name, email: owner.login.email, password: owner.login.password }
}

const fill = (options: Pick<SeasonRun, "nextPassword" | "onProgress">) =>
  Effect.gen(function*() {
    const because = yield* obstacle
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
        ...contestedQuestions(active.slice(0, 12).map(({ key }) => key)),
        ...dailyQuestions(regulars)
      ],
      predictions: predictionsWanted
    }
    const [took, world] = yield* Effect.timed(
      runSeason({
        ...options,
        acts: withDemoParts({ ...season, acts: planSeason(season), length: days * msPerDay }),
        startsAt,
        endsAt: now,
        clock: yield* shiftedClock
      })
    )
    const { agent, untried } = yield* findUntried(world)
    return {
      kind: "filled" as const,
      counts: world.counts,
      took_ms: Math.round(Duration.toMillis(took)),
      agent,
      owner: ownerOf(world, agent.id),
      untried
    }
  })

/**
 * Fills a database without accounts and questions with the demo world: forty-five days that end now, acted out through
 * the use cases on a clock that is shifted for this one transaction. All of it commits together, so an interrupted fill
 * leaves nothing, and of several instances one fills. The same plan on every installation; ids, keys and passwords are
 * drawn anew each time.
 */
export const fillDemo = (
  options: DemoOptions = {}
): Effect.Effect<DemoOutcome, DemoFailure, SqlClient> =>
  Effect.gen(function*() {
    // Asked again under the lock; here it spares the hashes, as a start mostly finds the demo made.
    if (yield* occupied) return { kind: "left out" as const, because: "not empty" as const }
    const { hasher, nextPassword } = yield* passwordsBeforehand
    return yield* Effect.flatMap(UnitOfWork, (unit) => unit.transact(fill({ ...options, nextPassword }))).pipe(
      Effect.provide(demoPlatform(hasher))
    )
  })

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** What to say about a fill, line by line; `url` is where the core API is reached. */
export const demoLines = (outcome: DemoOutcome, url: string): ReadonlyArray<string> => {
  if (outcome.kind === "left out") {
    return [
      outcome.because === "not empty"
        ? "demo: the database is not empty; nothing was added"
        : "demo: another instance is filling the database"
    ]
  }
  const { agent, counts, owner, took_ms, untried } = outcome
  const question = `${url}/api/questions/${untried.question_id}`
  const headers = `-H ${quoted(`X-API-Key: ${agent.api_key}`)} -H 'Content-Type: application/json'`
  return [
    `demo: ${counts.accounts} accounts, ${counts.questions} questions, ${counts.predictions} predictions and `
    + `${counts.votes} votes, made in ${(took_ms / 1_000).toFixed(1)} s; people, probabilities and `
    + "outcomes are invented",
    `demo agent (${agent.name}; the key is shown this once): ${agent.api_key}`,
    `demo owner (${owner.name}; the password is shown this once): ${owner.email} ${owner.password}`,
    `read a consensus: curl -s ${quoted(`${question}/consensus`)}`,
    `try a prediction: curl -s ${quoted(`${question}/predict?dry_run=true`)} ${headers} -d ${
      quoted(JSON.stringify(untried.body))
    }`
  ]
}
