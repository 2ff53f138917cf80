import type { AccountActor } from "@auspex/domain/identity"
import { UnitOfWork } from "@auspex/domain/kernel"
import { PointsLedger, Receipts, Resolutions } from "@auspex/domain/scoring"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { codesOf, contractAdmin, ContractHarness, type ContractWorld, openQuestion, predict } from "./ContractWorld.ts"

/** Three people and their predictions on a new question: yes at 80 %, yes at 60 %, no at 70 %. */
const predicted = Effect.gen(function*() {
  const harness = yield* ContractHarness
  const question = yield* openQuestion()
  const accounts: Array<AccountActor> = []
  for (const [prediction, confidence] of [[true, 80], [true, 60], [false, 70]] as const) {
    const account = yield* harness.addAccount({})
    yield* predict(account, question, { prediction, confidence })
    accounts.push(account)
  }
  return { question, accounts }
})

const overturned = (question: string, account: AccountActor, outcome: boolean) =>
  Effect.gen(function*() {
    const resolutions = yield* Resolutions
    const dispute = yield* (yield* ContractHarness).addDispute(question, account.id)
    const overturn = yield* (yield* UnitOfWork).transact(
      resolutions.overturn(question, { resolution: { kind: "outcome", outcome }, evidence_urls: [] }, dispute)
    )
    return yield* resolutions.settleNow(overturn)
  })

const standings = (accounts: ReadonlyArray<AccountActor>) =>
  Effect.flatMap(ContractHarness, (harness) => Effect.forEach(accounts, ({ id }) => harness.account(id)))

const settling = ({ run }: ContractWorld): void => {
  it("pays all predictions, releases the stakes and writes receipts", () =>
    run(Effect.gen(function*() {
      const { accounts, question } = yield* predicted
      const before = yield* standings(accounts)
      const receipts = yield* Receipts
      expect(yield* codesOf(receipts.ofPrediction(question, accounts[0]!.id))).toEqual(["RECEIPT_NOT_FOUND"])
      const job = yield* (yield* Resolutions).resolve(contractAdmin, question, { outcome: true })
      expect(job).toMatchObject({ status: "done", total: 3, done: 3, version: 1 })
      const after = yield* standings(accounts)
      expect(after.map(({ locked_points }) => locked_points)).toEqual([0, 0, 0])
      expect(after.map(({ streak_count }) => streak_count)).toEqual([1, 1, 0])
      for (const [n, { id }] of accounts.entries()) {
        const receipt = yield* receipts.ofPrediction(question, id)
        expect(receipt.result).toBe(n < 2 ? "correct" : "wrong")
        expect(receipt.entry?.amount).toBe(after[n]!.points - before[n]!.points)
        expect(receipt.peers).toBe(2)
      }
    })))

  it("refunds a void question and leaves the streaks", () =>
    run(Effect.gen(function*() {
      const { accounts, question } = yield* predicted
      const before = yield* standings(accounts)
      yield* (yield* Resolutions).resolve(contractAdmin, question, { outcome: null })
      const after = yield* standings(accounts)
      expect(after.map(({ points }, n) => points - before[n]!.points)).toEqual([80, 60, 70])
      expect(after.map(({ streak_count }) => streak_count)).toEqual([0, 0, 0])
      expect(yield* (yield* Receipts).ofPrediction(question, accounts[0]!.id)).toMatchObject({
        peer_score: null,
        peers: 0
      })
    })))

  it("returns no more than the stakes of an owner whose accounts take both sides", () =>
    run(Effect.gen(function*() {
      const harness = yield* ContractHarness
      const human = yield* harness.addAccount({})
      const agents = [yield* harness.addAccount({ owner: human }), yield* harness.addAccount({ owner: human })]
      const question = yield* openQuestion()
      yield* predict(agents[0]!, question, { prediction: true, confidence: 90 })
      yield* predict(agents[1]!, question, { prediction: false, confidence: 90 })
      yield* (yield* Resolutions).resolve(contractAdmin, question, { outcome: true })
      const receipt = yield* (yield* Receipts).ofPrediction(question, agents[0]!.id)
      expect(receipt).toMatchObject({ hedged: true, entry: { amount: 90 } })
    })))

  it("reverses what an overturned resolution paid, and settles again as the latest settlement", () =>
    run(Effect.gen(function*() {
      const { accounts, question } = yield* predicted
      const resolutions = yield* Resolutions
      const receipts = yield* Receipts
      yield* resolutions.resolve(contractAdmin, question, { outcome: true })
      let later = ""
      for (let n = 0; n < 2; n++) {
        later = yield* openQuestion()
        for (const account of accounts) yield* predict(account, later, { prediction: true, confidence: 75 })
        yield* resolutions.resolve(contractAdmin, later, { outcome: true })
      }
      // The multiplier of the payout rises with a streak of three.
      expect((yield* standings(accounts)).map(({ streak_count }) => streak_count)).toEqual([3, 3, 2])
      const before = yield* receipts.ofPrediction(later, accounts[0]!.id)
      const job = yield* overturned(question, accounts[2]!, false)
      expect(job).toMatchObject({ status: "done", version: 2 })
      expect((yield* standings(accounts)).map(({ streak_count }) => streak_count)).toEqual([0, 0, 3])
      const results = yield* Effect.forEach(accounts, ({ id }) => receipts.ofPrediction(question, id))
      expect(results.map(({ result }) => result)).toEqual(["wrong", "wrong", "correct"])
      expect(results[2]).toMatchObject({ resolution_version: 2, outcome: false, peers: 2 })
      const corrected = yield* receipts.ofPrediction(later, accounts[0]!.id)
      expect(before.corrections).toEqual([])
      expect(corrected.corrections).toHaveLength(1)
      expect(corrected.corrections[0]!.amount).toBeLessThan(0)
    })))
}

const booking = ({ run }: ContractWorld): void => {
  it("skips ledger entries whose key exists, and pages through the others", () =>
    run(Effect.gen(function*() {
      const ledger = yield* PointsLedger
      const harness = yield* ContractHarness
      const { id } = yield* harness.addAccount({ points: 100 })
      const opening = (yield* harness.account(id)).ledger_seq
      const entries = Array.from({ length: 5 }, (_, n) => ({
        account_id: id,
        amount: 10 - n * 4,
        reason: "decay",
        note: `Entry ${n}`,
        key: `contract:${id}:${n}`
      }))
      yield* ledger.append(entries.slice(0, 3))
      yield* ledger.append(entries)
      expect(yield* harness.account(id)).toMatchObject({ points: 110, ledger_seq: opening + 5 })
      const first = yield* ledger.transactions(id, { limit: 3, offset: 0 })
      expect(first.items.map(({ note }) => note)).toEqual(["Entry 4", "Entry 3", "Entry 2"])
      const next = yield* ledger.transactions(id, { limit: 3, offset: 0, cursor: first.next_cursor! })
      expect(next.items.map(({ note }) => note).slice(0, 2)).toEqual(["Entry 1", "Entry 0"])
      expect(yield* codesOf(ledger.transactions(id, { limit: 3, offset: 0, cursor: "x" }))).toEqual(["INVALID_REQUEST"])
    })))
}

/** What every implementation of `ResolutionStore`, `ReceiptStore` and `PointsLedger` promises. */
export const resolutionContract = (world: ContractWorld): void => {
  settling(world)
  booking(world)
}
