import { panelRunMove, PanelRuns, PanelRunStore } from "@auspex/domain/panelRuns"
import { scriptedSpecialist } from "@auspex/testkit/models"
import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Deferred, Effect, Exit, Fiber, type Scope } from "effect"
import { expect, it } from "vitest"
import {
  addProject,
  brokenOff,
  codeOf,
  projectRow,
  researchLayer,
  type ResearchServices,
  ResearchWorld,
  unavailable,
  workUntilIdle
} from "./researchWorld.ts"

const by = null

onEachDatabase("ends of runs of panels", (db) => {
  const run = <A, E>(
    work: Effect.Effect<A, E, ResearchServices | SqlClient | Scope.Scope>,
    isConfigured = true
  ): Promise<A> => db.run(Effect.zipRight(db.reset, Effect.scoped(Effect.provide(work, researchLayer(isConfigured)))))

  it("are cancelled once; what a model answers later is kept and comes to nothing", () =>
    run(Effect.gen(function*() {
      const world = yield* ResearchWorld
      const runs = yield* PanelRuns
      const project = yield* addProject()
      const [reached, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      yield* runs.start({ ...project, by })
      yield* runs.runNext
      world.answer = (prompt) =>
        Effect.as(Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(go)), scriptedSpecialist(prompt))
      const late = yield* Effect.fork(runs.runNext)
      yield* Deferred.await(reached)
      expect(yield* runs.cancel(project)).toMatchObject({ status: "stopped", reason: "cancelled" })
      expect(yield* codeOf(runs.cancel(project))).toBe("RUN_NOT_ACTIVE")
      yield* Deferred.succeed(go, undefined)
      expect(yield* Fiber.join(late)).toBe(true)
      expect(yield* workUntilIdle).toBe(0)
      expect(yield* runs.latest(project)).toMatchObject({ status: "stopped", reasoned: 0, calls: 2 })
      const rows = yield* (yield* SqlClient).unsafe("select 1 from panel_steps where answer is not null")
      expect([rows.length, world.completed]).toEqual([2, []])
    })))

  it("go on after they stopped or failed, and ask only for what they lack", () =>
    run(Effect.gen(function*() {
      const world = yield* ResearchWorld
      const runs = yield* PanelRuns
      const project = yield* addProject()
      expect(yield* codeOf(runs.resume(project))).toBe("RUN_NOT_RESUMABLE")
      const { id } = yield* runs.start({ ...project, by, budget: { calls_max: 3 } })
      expect(yield* codeOf(runs.resume(project))).toBe("RUN_NOT_RESUMABLE")
      yield* workUntilIdle
      expect(yield* runs.latest(project)).toMatchObject({ status: "stopped", reason: "calls", reasoned: 1 })
      expect(yield* codeOf(runs.resume({ ...project, budget: { calls_max: 0 } }))).toBe("INVALID_REQUEST")
      expect(yield* runs.resume({ ...project, budget: { calls_max: 20 } })).toMatchObject({
        id,
        status: "queued",
        reason: null,
        calls: 3,
        budget: { calls_max: 23 },
        began_at: null,
        ended_at: null
      })
      // The answers of two specialists cannot be read: they are given up, and the run completes without them.
      world.answer = (prompt) =>
        Effect.sync(() => scriptedSpecialist(prompt, /Base rates|Contrarian/.test(prompt.system) ? "prose" : "honest"))
      yield* workUntilIdle
      expect(yield* runs.latest(project)).toMatchObject({ status: "completed", reasoned: 2, given_up: [{}, {}] })
      expect(yield* codeOf(runs.resume(project))).toBe("RUN_NOT_RESUMABLE")
      // In another project none can be read, until the run is resumed.
      const other = yield* addProject()
      world.answer = (prompt) => Effect.sync(() => scriptedSpecialist(prompt, "prose"))
      yield* runs.start({ ...other, by })
      yield* workUntilIdle
      expect(yield* runs.latest(other)).toMatchObject({ status: "failed", reason: "no_answers", calls: 12 })
      world.answer = (prompt) => Effect.sync(() => scriptedSpecialist(prompt))
      yield* runs.resume(other)
      yield* workUntilIdle
      expect(yield* runs.latest(other)).toMatchObject({ status: "completed", reasoned: 4, given_up: [], calls: 16 })
      expect(world.completed.map(({ project_id }) => project_id)).toEqual([project.project_id, other.project_id])
    })))

  it("complete together with what follows, or not at all", () =>
    run(Effect.gen(function*() {
      const world = yield* ResearchWorld
      const runs = yield* PanelRuns
      const project = yield* addProject()
      yield* runs.start({ ...project, by })
      for (let n = 0; n < 7; n++) yield* runs.runNext
      world.completionFails = true
      expect(Exit.isFailure(yield* Effect.exit(runs.runNext))).toBe(true)
      expect(yield* runs.latest(project)).toMatchObject({ status: "running", reasoned: 3, calls: 8 })
      world.completionFails = false
      expect(yield* workUntilIdle).toBe(0)
      yield* db.shiftClock("1 minute")
      expect(yield* workUntilIdle).toBe(1)
      expect(yield* runs.latest(project)).toMatchObject({ status: "completed", reasoned: 4, calls: 8 })
      expect(world.asked.length).toBe(8)
    })))

  it("let leases expire by number, and keep the first answer to a step", () =>
    run(Effect.gen(function*() {
      const store = yield* PanelRunStore
      const project = yield* addProject()
      yield* (yield* PanelRuns).start({ ...project, by })
      const begin = panelRunMove("queued", "begin", "worker")!
      const first = (yield* store.claim(60, begin))!
      const others = yield* Effect.all([1, 2, 3, 4].map(() => store.claim(60, begin)))
      expect(new Set([first, ...others].map((step) => step?.lease.step_id)).size).toBe(5)
      expect(others[3]).toBe(undefined)
      expect(yield* store.begin(first.lease, { tokens: 5, passage_ids: ["one"] })).toBe(true)
      yield* db.shiftClock("2 minutes")
      const again = (yield* store.claim(60, begin))!
      expect(again).toMatchObject({ lease: { step_id: first.lease.step_id, claim: 2 }, answer: null })
      expect(again.input).toEqual({ passage_ids: ["one"] })
      expect([
        yield* store.renew(first.lease, 60),
        yield* store.begin(first.lease, { tokens: 5, passage_ids: ["two"] }),
        yield* store.settle(first.lease, { kind: "given_up", why: "no_answer" })
      ]).toEqual([false, false, undefined])
      const answer = { content: "first", model: "m", tokens: 1 }
      expect(yield* store.saveAnswer(first.lease.step_id, answer)).toEqual({ content: "first", model: "m" })
      expect(yield* store.saveAnswer(again.lease.step_id, { content: "second", model: "n", tokens: 9 })).toEqual({
        content: "first",
        model: "m"
      })
      // What is answered already is not asked.
      expect(yield* store.begin(again.lease, { tokens: 5, passage_ids: [] })).toBe(false)
      yield* store.release(again.lease, { seconds: 0, failed: false })
      expect((yield* store.claim(60, begin))?.answer).toEqual({ content: "first", model: "m" })
      expect(yield* (yield* PanelRuns).latest(project)).toMatchObject({ calls: 1, tokens: 5 })
    })))

  it("stop when the budget of requests, tokens or time is used up, and keep what they have", () =>
    run(Effect.gen(function*() {
      const world = yield* ResearchWorld
      const runs = yield* PanelRuns
      for (
        const [budget, reason] of [[{ calls_max: 5 }, "calls"], [{ tokens_max: 3_000 }, "tokens"]] as const
      ) {
        world.asked.length = 0
        const project = yield* addProject()
        yield* runs.start({ ...project, by, budget })
        yield* workUntilIdle
        const ended = yield* runs.latest(project)
        expect(ended).toMatchObject({ status: "stopped", reason, planned: 4 })
        expect(ended!.ended_at).not.toBeNull()
        expect(world.asked.length).toBe(ended!.calls)
        expect(ended!.reasoned).toBeGreaterThan(0)
        expect(ended!.reasoned).toBeLessThan(4)
        expect(yield* projectRow(project.project_id)).toMatchObject({ reasoning_count: ended!.reasoned })
      }
      const project = yield* addProject()
      yield* runs.start({ ...project, by, budget: { seconds_max: 60 } })
      yield* runs.runNext
      yield* db.shiftClock("2 minutes")
      expect(yield* workUntilIdle).toBe(1)
      expect(yield* runs.latest(project)).toMatchObject({ status: "stopped", reason: "time", calls: 1 })
      expect(yield* workUntilIdle).toBe(0)
    })))

  it("repeat requests that failed, a few times, and then give up the specialist or fail", () =>
    run(Effect.gen(function*() {
      const world = yield* ResearchWorld
      const runs = yield* PanelRuns
      const project = yield* addProject()
      // The first specialist's answers always break off.
      world.answer = (prompt) =>
        prompt.system.includes("Superforecaster") && !prompt.content.includes("\"queries\"")
          ? Effect.fail(brokenOff)
          : Effect.sync(() => scriptedSpecialist(prompt))
      const { id } = yield* runs.start({ ...project, by })
      yield* workUntilIdle
      expect(yield* runs.latest(project)).toMatchObject({ status: "running", reasoned: 3, calls: 8 })
      for (const minutes of [1, 2]) {
        yield* db.shiftClock(`${minutes} minutes`)
        expect(yield* workUntilIdle).toBe(1)
      }
      expect(yield* runs.latest(project)).toMatchObject({
        id,
        status: "completed",
        calls: 10,
        given_up: [{ specialist: "superforecaster", why: "no_answer" }]
      })
      world.answer = () => Effect.fail(unavailable)
      const dead = yield* addProject()
      yield* runs.start({ ...dead, by })
      for (const minutes of [3, 4, 7, 14]) {
        yield* workUntilIdle
        expect(yield* runs.latest(dead)).toMatchObject({ status: "running" })
        yield* db.shiftClock(`${minutes} minutes`)
      }
      yield* workUntilIdle
      expect(yield* runs.latest(dead)).toMatchObject({ status: "failed", reason: "model_unavailable", reasoned: 0 })
      expect(world.completed.length).toBe(1)
    })))
})
