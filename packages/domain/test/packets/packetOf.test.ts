import { type DecisionPacket, packetInSteps, packetJson, packetOf } from "@auspex/domain/packets"
import { Effect, Fiber, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { DecisionPacket as PacketSchema } from "../../src/research/packets/DecisionPacket.ts"
import { diceOf, lieMark, randomProject } from "./randomProject.ts"

/** Every citation that a packet shows. */
const citationsOf = (packet: DecisionPacket) => [
  ...[...packet.key_findings, ...packet.risks].flatMap(({ citations }) => citations),
  ...packet.answers.flatMap(({ dissent }) =>
    dissent?.claim === null || dissent === null ? [] : [dissent.claim.citation]
  ),
  ...packet.evidence_table.flatMap(({ quotes, source_id }) => quotes.map((quote) => ({ ...quote, source_id })))
]

describe("a packet", () => {
  it("never shows a false quote, in 500 random projects whose model lies in one quote of five", () => {
    let [lies, shown, quotes] = [0, 0, 0]
    for (let seed = 1; seed <= 500; seed++) {
      const project = randomProject(seed)
      const packet = packetOf(project.inputs)
      for (const { end, quote, source_id, start } of citationsOf(packet)) {
        expect(project.texts.get(source_id)?.slice(start, end)).toBe(quote)
        shown++
      }
      expect(packetJson(packet)).not.toContain(lieMark)
      expect(packet.method.quotes_dropped).toBe(project.lies)
      lies += project.lies
      quotes += packet.method.quotes_checked
    }
    expect(shown).toBeGreaterThan(5_000)
    expect(lies / quotes).toBeGreaterThan(0.18)
    expect(lies / quotes).toBeLessThan(0.22)
  })

  it("is the same in steps, between which the event loop runs", () =>
    Effect.runPromise(Effect.gen(function*() {
      const { inputs } = randomProject(7)
      let turns = 0
      const turn = Effect.zipRight(Effect.sleep(0), Effect.sync(() => turns++))
      const others = yield* Effect.fork(Effect.forever(turn))
      const packet = yield* packetInSteps(inputs)
      yield* Fiber.interrupt(others)
      expect(packetJson(packet)).toBe(packetJson(packetOf(inputs)))
      expect(turns).toBeGreaterThan(inputs.questions.length)
    })))

  it("is the same byte for byte, in whatever order its inputs come", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { inputs } = randomProject(seed)
      const { shuffled } = diceOf(seed + 1_000)
      const packet = packetJson(packetOf(inputs))
      expect(packetJson(packetOf(inputs))).toBe(packet)
      const mixed = packetOf({
        ...inputs,
        // Fields that are no part of a packet change nothing.
        project: Object.assign({ status: "active" }, inputs.project),
        questions: inputs.questions.map((question) => Object.assign({ framing: {} }, question)),
        sources: shuffled(inputs.sources),
        records: shuffled(inputs.records),
        crowd: shuffled(inputs.crowd!),
        passages: new Map(shuffled([...inputs.passages])),
        reasonings: shuffled(inputs.reasonings).map((reasoning) => ({
          ...reasoning,
          evidence: shuffled(reasoning.evidence),
          counter_evidence: shuffled(reasoning.counter_evidence),
          falsifiers: shuffled(reasoning.falsifiers)
        }))
      })
      expect(packetJson(mixed)).toBe(packet)
      expect(packetJson(Schema.decodeUnknownSync(PacketSchema)(JSON.parse(packet)))).toBe(packet)
    }
  })
})
