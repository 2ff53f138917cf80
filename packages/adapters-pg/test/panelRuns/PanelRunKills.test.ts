import {
  type CompletedRun,
  PanelModel,
  PanelRuns,
  PanelRunStore,
  panelStepsMax,
  RunCompletion
} from "@auspex/domain/panelRuns"
import { EvidenceSearch } from "@auspex/domain/evidence"
import { isThorough, onServerDatabase } from "@auspex/testkit/databases"
import { scriptedSpecialist } from "@auspex/testkit/models"
import { SqlClient } from "@effect/sql/SqlClient"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { expect, it } from "vitest"
import { UnitOfWorkPg } from "../../src/kernel/UnitOfWorkPg.ts"
import { PanelRunStorePg } from "../../src/research/panelRuns/PanelRunStorePg.ts"
import { addProject, passageOf } from "./researchWorld.ts"

const [runsCount, killsCount] = isThorough ? [50, 300] : [8, 48]
/** The steps of a process before its death, at most: of about 14 for each step of a run. */
const lifeMax = 24
/** Four specialists without an audience, each of whom plans and answers. */
const requestsPerRun = 8

/** Numbers from 0 to `below`, exclusive, the same for a seed (mulberry32). */
const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor(((t ^ (t >>> 14)) >>> 0) / 4_294_967_296 * below)
  }
}

/** A process that does so many steps and then nothing more, not even clean up. */
interface Mortal {
  stepsLeft: number
  /** How many requests it makes before it dies while one is with the model. */
  requestsLeft: number
  isBuried: boolean
  /** Requests that are with the model, or whose answers are not stored. */
  inFlight: number
  readonly died: Deferred.Deferred<void>
}

const makeMortal = (stepsLeft: number, requestsLeft = Infinity): Effect.Effect<Mortal> =>
  Effect.map(Deferred.make<void>(), (died) => ({ stepsLeft, requestsLeft, isBuried: false, inFlight: 0, died }))

const oneStep = (mortal: Mortal): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (mortal.isBuried) return Effect.interrupt
    if (--mortal.stepsLeft > 0) return Effect.void
    return Effect.zipRight(Deferred.succeed(mortal.died, undefined), Effect.never)
  })

/** The calls of a service, each of which the process may not live to begin, or to hear the end of. */
const mortalCalls = <S extends object>(service: S, mortal: Mortal): S => {
  const around = (effect: Effect.Effect<unknown>): Effect.Effect<unknown> =>
    Effect.zipLeft(Effect.zipRight(oneStep(mortal), effect), oneStep(mortal))
  return Object.fromEntries(
    Object.entries(service).map(([name, member]: [string, unknown]) => [
      name,
      Effect.isEffect(member)
        ? around(member as Effect.Effect<unknown>)
        : (...args: ReadonlyArray<unknown>) =>
          around((member as (...of: ReadonlyArray<unknown>) => Effect.Effect<unknown>)(...args))
    ])
  ) as S
}

const passages = [
  passageOf("one", "The central bank left its policy rate at 4 %. Most members want to cut it in June.")
]

/** The completion of a run leaves a row, in the same unit of work. */
const completion = (mortal: Mortal) =>
  Layer.effect(
    RunCompletion,
    Effect.map(SqlClient, (sql) =>
      mortalCalls({
        onCompleted: ({ id, workspace_id }: CompletedRun) =>
          Effect.asVoid(
            Effect.orDie(
              sql.unsafe(
                `insert into workspace_audit (id, workspace_id, actor, action, subject_type, subject_id)
                values (auspex_uuid_v7(auspex_clock()), $1::uuid, 'test', 'completed', 'run', $2)`,
                [workspace_id, id]
              )
            )
          )
      }, mortal))
  )

const store = (mortal: Mortal) =>
  Layer.effect(
    PanelRunStore,
    Effect.map(PanelRunStore, (of) => {
      const saveAnswer: typeof of.saveAnswer = (...args) =>
        Effect.tap(of.saveAnswer(...args), () => Effect.sync(() => void mortal.inFlight--))
      return mortalCalls({ ...of, saveAnswer }, mortal)
    })
  ).pipe(Layer.provide(PanelRunStorePg.layer))

/** A process with workers of its own, which all die together. */
const processOf = (mortal: Mortal, onAsk: () => void) =>
  PanelRuns.layer.pipe(
    Layer.provide(
      Layer.mergeAll(
        store(mortal),
        completion(mortal),
        UnitOfWorkPg.layer,
        Layer.succeed(
          EvidenceSearch,
          mortalCalls({ search: () => Effect.succeed(passages), passages: () => Effect.succeed(passages) }, mortal)
        ),
        Layer.succeed(PanelModel, {
          isConfigured: true,
          ask: ({ messages, system_prompt = "" }) =>
            Effect.suspend(() => {
              onAsk()
              mortal.inFlight++
              if (--mortal.requestsLeft <= 0) mortal.stepsLeft = 0
              const content = scriptedSpecialist({ system: system_prompt, content: messages.at(-1)!.content })
              return Effect.as(oneStep(mortal), { content, model: "model-1", tokens: 1 })
            })
        })
      )
    )
  )

/** Lets a process work until nothing is due or it dies. */
const live = (mortal: Mortal, onAsk: () => void) =>
  Effect.scoped(Effect.gen(function*() {
    const runs = yield* PanelRuns
    // Like the workers of the product, these go on after a failure of the database.
    const lane = Effect.repeat(Effect.catchTag(runs.runNext, "StorageUnavailable", () => Effect.succeed(true)), {
      while: (worked) => worked
    })
    const lanes = yield* Effect.fork(
      Effect.all(Array.from({ length: panelStepsMax }, () => lane), { concurrency: "unbounded" })
    )
    yield* Effect.raceFirst(Fiber.join(lanes), Deferred.await(mortal.died))
    mortal.isBuried = true
    yield* Fiber.interrupt(lanes)
  })).pipe(Effect.provide(processOf(mortal, onAsk)))

onServerDatabase("runs of panels whose workers are killed", (db) => {
  /** Adds runs; their budgets are out of the way. */
  const addRuns = (count: number) =>
    Effect.gen(function*() {
      const runs = yield* PanelRuns
      for (let n = 0; n < count; n++) {
        yield* runs.start({ ...(yield* addProject()), by: null, budget: { calls_max: 1_000, seconds_max: 604_800 } })
      }
    })

  interface Outcome {
    readonly completed: number
    readonly completions: number
    readonly reasonings: number
    readonly counted: number
    readonly answers: number
    readonly calls: number
    readonly completed_again: number
  }

  const outcome = Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql.unsafe<Outcome>(`select
        (select count(*)::integer from panel_runs where status = 'completed') as completed,
        (select count(distinct subject_id)::integer from workspace_audit) as completions,
        (select count(*)::integer from reasonings) as reasonings,
        (select sum(reasoning_count)::integer from projects) as counted,
        (select count(*)::integer from panel_steps where answer is not null and outcome is not null) as answers,
        (select sum(calls)::integer from panel_runs) as calls,
        (select count(*)::integer - count(distinct subject_id)::integer from workspace_audit) as completed_again`),
      ([row]) => row!
    ))

  it(
    "go on where they were: each ends once, and nothing that is stored is asked again",
    () =>
      db.run(Effect.gen(function*() {
        yield* db.reset
        const numberBelow = numbersFrom(20_261_123)
        let [asked, lostMax] = [0, 0]
        const onAsk = () => void asked++
        const starter = yield* makeMortal(Infinity)
        yield* Effect.provide(addRuns(runsCount), processOf(starter, onAsk))
        for (let kill = 1; kill <= killsCount; kill++) {
          // Every third dies while a request is with the model.
          const mortal = kill % 3 === 0
            ? yield* makeMortal(Infinity, 1 + numberBelow(3))
            : yield* makeMortal(1 + numberBelow(lifeMax))
          yield* live(mortal, onAsk)
          expect(mortal.stepsLeft).toBeLessThanOrEqual(0)
          expect(mortal.inFlight).toBeLessThanOrEqual(panelStepsMax)
          lostMax += mortal.inFlight
          // Its leases expire.
          yield* db.shiftClock(`${kill * 61} seconds`)
        }
        const before = yield* outcome
        expect(before.completed).toBeLessThan(runsCount)
        yield* live(yield* makeMortal(Infinity), onAsk)
        const { completed_again, calls, ...after } = yield* outcome
        expect(after).toEqual({
          completed: runsCount,
          completions: runsCount,
          reasonings: 4 * runsCount,
          counted: 4 * runsCount,
          answers: requestsPerRun * runsCount
        })
        expect(completed_again).toBe(0)
        expect(lostMax).toBeGreaterThanOrEqual(killsCount / 3)
        expect(asked).toBeGreaterThan(requestsPerRun * runsCount)
        expect(asked).toBeLessThanOrEqual(requestsPerRun * runsCount + lostMax)
        expect(asked).toBeLessThanOrEqual(calls)
      })),
    300_000
  )

  it("are shared by several instances without asking anything twice", () =>
    db.run(Effect.gen(function*() {
      yield* db.reset
      let [asked, lost] = [0, 0]
      const onAsk = () => void asked++
      const starter = yield* makeMortal(Infinity)
      yield* Effect.provide(addRuns(6), processOf(starter, onAsk))
      const instance = Effect.gen(function*() {
        const mortal = yield* makeMortal(Infinity)
        yield* live(mortal, onAsk)
        // Answers that the database did not take; none, unless it failed.
        lost += mortal.inFlight
      })
      yield* Effect.all([instance, Effect.provide(instance, db.another), instance], { concurrency: "unbounded" })
      // The state left by an instance that found nothing due for a moment, or that the database failed.
      yield* db.shiftClock("61 seconds")
      yield* instance
      expect(asked).toBe(6 * requestsPerRun + lost)
      expect(yield* outcome).toMatchObject({
        completed: 6,
        completions: 6,
        completed_again: 0,
        reasonings: 24,
        calls: asked
      })
    })))
})
