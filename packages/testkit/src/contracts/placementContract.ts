import { ConsensusReads, pooledHistory } from "@auspex/domain/consensus"
import { Predictions, PredictionStore } from "@auspex/domain/predictions"
import { anonymous } from "@auspex/domain/identity"
import { Questions } from "@auspex/domain/questions"
import { PointsLedger } from "@auspex/domain/scoring"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { codesOf, ContractHarness, type ContractWorld, openQuestion, predict, reasoningOf } from "./ContractWorld.ts"

const placing = ({ run }: ContractWorld): void => {
  it("books a placement: prediction, ledger, balance, stake and event", () =>
    run(Effect.gen(function*() {
      const harness = yield* ContractHarness
      const human = yield* harness.addAccount({ points: 1_000 })
      const question = yield* openQuestion()
      const placed = yield* predict(human, question, { prediction: true, confidence: 80 })
      const account = yield* harness.account(human.id)
      expect(account).toMatchObject({ points: placed.points.balance_after, locked_points: 80 })
      const { items, total } = yield* (yield* PointsLedger).transactions(human.id, { limit: 50, offset: 0 })
      expect(total).toBe(account.ledger_seq)
      expect(items[0]!.balance).toBe(account.points)
      expect(items.find(({ reason }) => reason === "stake_lock")).toMatchObject({ amount: -80, question_id: question })
      expect(yield* harness.events).toEqual(["question.created", "prediction.placed"])
      expect(yield* (yield* Questions).detail(question, human)).toMatchObject({
        my_prediction: { id: placed.prediction.id, confidence: 80 }
      })
    })))

  it("refuses a second prediction, a text placed before, and a stake beyond the balance", () =>
    run(Effect.gen(function*() {
      const harness = yield* ContractHarness
      const predictions = yield* Predictions
      const [first, second] = [yield* harness.addAccount({}), yield* harness.addAccount({})]
      const poor = yield* harness.addAccount({ points: 30 })
      const [question, other] = [yield* openQuestion(), yield* openQuestion()]
      const request = { prediction: true, confidence: 70, reasoning: reasoningOf(799) }
      yield* predictions.place(first, question, request)
      expect(yield* codesOf(predict(first, question, { prediction: false, confidence: 60 })))
        .toEqual(["DUPLICATE_PREDICTION"])
      expect(yield* codesOf(predictions.place(second, other, request))).toContain("REASONING_TOO_SIMILAR")
      expect(yield* codesOf(predict(poor, question, { prediction: true, confidence: 60 })))
        .toEqual(["INSUFFICIENT_POINTS"])
      const page = "https://example.org/799/a"
      const [cited] = yield* Effect.map(
        (yield* PredictionStore).placementFacts({
          question_id: question,
          account_id: second.id,
          pages: [page, "https://example.org/none"],
          normalised_reasoning: reasoningOf(798),
          lock: false
        }),
        (facts) => facts!.cited_by_others
      )
      expect(cited).toBe(page)
    })))
}

const placingConcurrently = ({ run }: ContractWorld): void => {
  it("counts concurrent placements exactly, and numbers them without gaps", () =>
    run(Effect.gen(function*() {
      const harness = yield* ContractHarness
      const question = yield* openQuestion()
      const accounts = yield* Effect.forEach(Array.from({ length: 8 }), () => harness.addAccount({}))
      yield* Effect.forEach(
        accounts,
        (account, n) => predict(account, question, { prediction: n % 2 === 0, confidence: 60 + n }),
        { concurrency: "unbounded" }
      )
      const tokens = yield* (yield* PredictionStore).tokensAfter(question, 0, 100)
      expect(tokens.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      expect((yield* (yield* Questions).detail(question, anonymous)).consensus_summary?.total_agents).toBe(8)
      expect(yield* (yield* ConsensusReads).ofQuestion(question)).toMatchObject({ yes_count: 4, no_count: 4 })
    })))

  it("takes one of two concurrent placements of an account that can pay for one", () =>
    run(Effect.gen(function*() {
      const harness = yield* ContractHarness
      const human = yield* harness.addAccount({ points: 99 })
      const ids = [yield* openQuestion(), yield* openQuestion()]
      const placed = yield* Effect.forEach(
        ids,
        (id) => Effect.either(predict(human, id, { prediction: true, confidence: 99 })),
        { concurrency: "unbounded" }
      )
      const { locked_points, points } = yield* harness.account(human.id)
      expect(locked_points).toBe(99 * placed.filter(({ _tag }) => _tag === "Right").length)
      expect(points).toBeGreaterThanOrEqual(0)
    })))
}

const reading = ({ run }: ContractWorld): void => {
  it("counts votes by account and by owner, none on the voter's own owner's", () =>
    run(Effect.gen(function*() {
      const harness = yield* ContractHarness
      const predictions = yield* Predictions
      const human = yield* harness.addAccount({})
      const agent = yield* harness.addAccount({ owner: human })
      const voter = yield* harness.addAccount({})
      const { prediction: { id } } = yield* predict(agent, yield* openQuestion(), { prediction: true, confidence: 70 })
      expect(yield* codesOf(predictions.vote(human, id, 1, false))).toEqual(["SAME_OWNER_VOTE"])
      expect(yield* predictions.vote(voter, id, 1, false)).toMatchObject({
        upvotes: 1,
        downvotes: 0,
        has_upvoted: true
      })
      expect(yield* predictions.vote(voter, id, -1, false)).toMatchObject({ upvotes: 0, downvotes: 1 })
      expect(yield* predictions.vote(voter, id, 1, true)).toMatchObject({ downvotes: 1, has_downvoted: true })
      expect(yield* predictions.vote(voter, id, -1, true)).toMatchObject({ downvotes: 0, has_downvoted: false })
      expect(yield* codesOf(predictions.vote(voter, "01890000-0000-7000-8000-000000000000", 1, false)))
        .toEqual(["PREDICTION_NOT_FOUND"])
    })))

  it("gives the consensus by model, band, owner and option", () =>
    run(Effect.gen(function*() {
      const harness = yield* ContractHarness
      const options = ["Red", "Green", "Blue"]
      const question = yield* openQuestion({ question_type: "multi", options })
      const human = yield* harness.addAccount({})
      const twins = [
        yield* harness.addAccount({ owner: human, model: "gpt-4o" }),
        yield* harness.addAccount({ owner: human, model: "claude-3" })
      ]
      const stranger = yield* harness.addAccount({ model: "gpt-4o", owner: yield* harness.addAccount({}) })
      for (const [n, account] of [...twins, stranger].entries()) {
        yield* predict(account, question, { selected_option: options[n]!, confidence: 60 + n * 15 })
      }
      const data = yield* (yield* ConsensusReads).ofQuestion(question)
      expect(data.option_breakdown?.map(({ count }) => count)).toEqual([1, 1, 1])
      expect(data.model_breakdown.map(({ count, model }) => [model, count])).toEqual([["gpt-4o", 2], ["claude-3", 1]])
      expect(data.confidence_distribution.map(({ count }) => count)).toEqual([0, 1, 1, 0, 1])
      expect(data.strongest_for?.confidence).toBe(90)
      // Weights of 1: 3² / (2² + 1² + 0.5 × ((2² + 1²) - 3)).
      expect(data.effective_agents).toBe(1.5)
      const pools = data.option_breakdown!.map(({ pooled }) => pooled!)
      // The twins are one voice, and the stranger is surest.
      expect(pools.map(({ probability }) => Math.round(probability))).toEqual([15, 20, 65])
      expect(pools.every(({ high, low, probability }) => low < probability && probability < high)).toBe(true)
      expect(yield* codesOf((yield* ConsensusReads).ofQuestion("no uuid"))).toEqual(["QUESTION_NOT_FOUND"])
    })))

  it("pools what the predictions state, one owner being one voice", () =>
    run(Effect.gen(function*() {
      const harness = yield* ContractHarness
      const reads = yield* ConsensusReads
      const question = yield* openQuestion({})
      expect(yield* reads.voices(question)).toEqual([])
      expect((yield* reads.ofQuestion(question)).pooled).toBeUndefined()
      const owner = yield* harness.addAccount({})
      const accounts = [
        yield* harness.addAccount({ owner, model: "gpt-4o" }),
        yield* harness.addAccount({ owner, model: "claude-3" }),
        yield* harness.addAccount({ model: "gpt-4o", owner: yield* harness.addAccount({}) })
      ]
      for (const [n, account] of accounts.entries()) {
        yield* predict(account, question, { prediction: n !== 1, confidence: 60 + n * 15 })
      }
      const voices = yield* reads.voices(question)
      expect(voices.map(({ confidence, prediction, user_id }) => [user_id, prediction, confidence])).toEqual(
        accounts.map(({ id }, n) => [id, n !== 1, 60 + n * 15])
      )
      const { high, low, probability } = pooledHistory(voices).at(-1)!
      expect((yield* reads.ofQuestion(question)).pooled).toEqual({ probability, low, high })
      expect(yield* codesOf(reads.voices("no uuid"))).toEqual(["QUESTION_NOT_FOUND"])
    })))
}

/** What every implementation of `PredictionStore` and `ConsensusStore` promises. */
export const placementContract = (world: ContractWorld): void => {
  placing(world)
  placingConcurrently(world)
  reading(world)
}
