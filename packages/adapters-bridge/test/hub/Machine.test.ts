import { inferenceLimits } from "@auspex/domain/inference"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { ConnectedMachine, type RecordedAnswer } from "./clientDouble.ts"

describe("a connected machine", () => {
  it("is sent a request without unset fields, and its answer is streamed", () => {
    const client = new ConnectedMachine()
    client.heartbeat()
    const answer = client.ask("r")
    expect(client.frames).toEqual([
      {
        type: "infer_request",
        request_id: "r",
        payload: { model: "llama3", messages: [{ role: "user", content: "?" }] }
      }
    ])
    client.chunk("r", "Hel")
    expect(answer.text).toBe("Hel")
    client.chunk("r", "lo")
    client.done("r", "Hello")
    expect(answer).toMatchObject({ text: "Hello", outcome: "done" })
    expect(client.machine.view()).toMatchObject({ in_flight: 0, models: ["llama3"] })
  })

  it("may answer all at once", () => {
    const client = new ConnectedMachine()
    const answer = client.ask("r")
    client.done("r", "Hello")
    expect(answer).toMatchObject({ text: "Hello", outcome: "done" })
  })

  it("may send the beginning in pieces, and the rest with the complete answer", () => {
    const client = new ConnectedMachine()
    const answer = client.ask("r")
    client.chunk("r", "Rivers ")
    client.done("r", "Rivers rise.")
    expect(answer).toMatchObject({ text: "Rivers rise.", outcome: "done" })
  })

  it("gets one request at a time unless it says otherwise", () => {
    const client = new ConnectedMachine()
    client.heartbeat()
    const answers = ["a", "b", "c"].map((id) => client.ask(id))
    expect(client.idsOf("infer_request")).toEqual(["a"])
    client.done("a", "1")
    expect(client.idsOf("infer_request")).toEqual(["a", "b"])
    client.heartbeat({ concurrency: 4 })
    expect(client.idsOf("infer_request")).toEqual(["a", "b", "c"])
    client.done("c", "3")
    client.done("b", "2")
    expect(answers.map(({ text }) => text)).toEqual(["1", "2", "3"])
  })

  it("takes eight requests, those that wait included", () => {
    const client = new ConnectedMachine()
    const answers = Array.from({ length: 9 }, (_, at) => client.ask(String(at)))
    expect(answers.map(({ outcome }) => outcome)).toEqual([...Array.from({ length: 8 }, () => undefined), "full"])
  })

  it("is told when a request is cancelled, and takes the next when it has finished that one", () => {
    const client = new ConnectedMachine()
    const [first, second] = [client.ask("a"), client.ask("b")]
    first.cancel()
    expect(first.outcome).toBe("cancelled")
    expect(client.idsOf("infer_cancel")).toEqual(["a"])
    client.chunk("a", "the client does not know infer_cancel")
    expect(client.idsOf("infer_request")).toEqual(["a"])
    client.done("a", "the client does not know infer_cancel")
    expect(client.idsOf("infer_request")).toEqual(["a", "b"])
    expect(first).toMatchObject({ text: "", ends: [{ kind: "cancelled" }] })
    client.done("b", "ok")
    expect(second.outcome).toBe("done")
  })

  it("is not told of a cancelled request that it never got", () => {
    const client = new ConnectedMachine()
    const [, second] = [client.ask("a"), client.ask("b")]
    second.cancel()
    client.done("a", "1")
    expect(client.frames.map(({ request_id }) => request_id)).toEqual(["a"])
  })

  it("has longer for its first token while the model is not loaded", () => {
    const cold = new ConnectedMachine()
    cold.heartbeat({ system_info: { ollama_loaded: [] } })
    const slow = cold.ask("r")
    cold.passes(74_000)
    expect(slow.outcome).toBeUndefined()
    const warm = new ConnectedMachine()
    warm.heartbeat({ system_info: { ollama_loaded: [{ name: "llama3:latest" }] } })
    const late = warm.ask("r")
    warm.passes(59_500)
    expect(late.outcome).toBeUndefined()
    warm.passes(500)
    expect(late.outcome).toBe("first_token")
    expect(warm.idsOf("infer_cancel")).toEqual(["r"])
  })

  it("may finish a request that took too long without being cut off", () => {
    const client = new ConnectedMachine()
    client.heartbeat({ system_info: { ollama_loaded: [{ name: "llama3" }] } })
    const answer = client.ask("r")
    client.passes(inferenceLimits.totalMillisMax + 1_000)
    for (let piece = 0; piece < 100; piece++) client.chunk("r", "late")
    client.done("r", "late")
    expect(answer).toMatchObject({ text: "", outcome: "first_token" })
    expect(client.closed).toBeUndefined()
  })

  it("is read more slowly, and not closed, when its model is faster than answers are read", () => {
    const client = new ConnectedMachine()
    client.heartbeat({ system_info: { ollama_loaded: [{ name: "llama3" }] } })
    const answer = client.ask("r")
    let [sent, received] = [0, 0]
    // What the socket has received before it is paused arrives all the same.
    for (; received < 5_000; client.passes(250)) {
      for (let piece = 0; client.isRead && piece < 1_600; piece++, sent++) client.chunk("r", "x")
      received = answer.text.length
    }
    expect(received).toBe(sent)
    expect(client.now).toBeGreaterThanOrEqual((sent - 1_000) / 500 * 1_000 - 4_000)
    client.done("r", answer.text)
    expect([answer.outcome, client.closed]).toEqual(["done", undefined])
    client.passes(10_000)
    expect(client.isRead).toBe(true)
  })

  it("is read more slowly for the bytes of its pieces, too", () => {
    const client = new ConnectedMachine()
    client.heartbeat()
    client.ask("r")
    for (let piece = 0; piece < 100; piece++) client.chunk("r", "x".repeat(60_000))
    expect([client.isRead, client.closed]).toEqual([false, undefined])
    client.passes(1_000)
    expect(client.isRead).toBe(true)
  })

  it.each<[string, (client: ConnectedMachine) => void]>([
    ["heartbeats", (client) => client.heartbeat()],
    ["frames of requests that took too long", (client) => client.chunk("late", "x")],
    ["errors", (client) => client.sends({ type: "infer_error", request_id: "late", payload: { error: "x" } })]
  ])("is closed for a flood of %s", (_, send) => {
    const client = new ConnectedMachine()
    client.heartbeat()
    client.ask("late")
    client.passes(inferenceLimits.totalMillisMax + 1_000)
    for (let message = 0; message < 1_600; message++) send(client)
    expect(client.closed?.code).toBe(1008)
  })

  it.each([["", ""], ["", " \n"], [" ", " "]])("fails with an answer without text: %j, then %j", (piece, whole) => {
    const client = new ConnectedMachine()
    const answer = client.ask("r")
    if (piece !== "") client.chunk("r", piece)
    client.done("r", whole)
    expect(answer.ends).toEqual([{ kind: "failed", reason: "model", detail: expect.stringContaining("no text") }])
    expect(client.machine.view().in_flight).toBe(0)
  })

  it("is closed for frames of requests that are not its own", () => {
    const client = new ConnectedMachine()
    const answer = client.ask("mine")
    for (let stray = 0; stray < 20; stray++) client.chunk("somebody else's", "stolen")
    expect(client.closed?.code).toBe(1008)
    expect(answer).toMatchObject({ text: "", outcome: "lost" })
  })

  it("is closed with the reason when a message is no frame", () => {
    const client = new ConnectedMachine()
    client.sends("{")
    expect(client.closed).toEqual({ code: 1008, reason: "not a JSON object" })
    client.heartbeat()
    expect(client.ask("r").outcome).toBe("gone")
  })

  it("is closed when it does not read", () => {
    const client = new ConnectedMachine()
    client.buffered = 2_000_000
    const answer = client.ask("r")
    expect(client.frames).toEqual([])
    client.passes(9_000)
    expect(client.closed).toBeUndefined()
    client.passes(2_000)
    expect(client.closed?.code).toBe(1013)
    expect(answer.outcome).toBe("lost")
  })

  it("keeps what an earlier heartbeat said", () => {
    const client = new ConnectedMachine()
    client.heartbeat({ runner_source: "test", system_info: { hostname: "desk" } })
    client.sends({ type: "heartbeat", payload: {} })
    expect(client.machine.view()).toMatchObject({ models: ["llama3"], system_info: { hostname: "desk" } })
  })

  it("works for an hour with a client that speaks only what the specification says", () => {
    const client = new ConnectedMachine()
    const answers: Array<RecordedAnswer> = []
    let [asked, handled, nextHeartbeat, workingOn, workUntil] = [0, 0, 0, undefined as string | undefined, 0]
    // One thread: while it works it neither sends heartbeats nor answers pings, and it does not know infer_cancel.
    while (client.now < 3_600_000) {
      if (client.now % 20_000 === 0) answers.push(client.ask(`r${asked++}`))
      if (workingOn === undefined) {
        if (client.now >= nextHeartbeat) {
          client.heartbeat()
          nextHeartbeat = client.now + 30_000
        }
        client.machine.pong(client.now)
        workingOn = client.idsOf("infer_request")[handled]
        // Every tenth question takes four minutes, with a token now and then.
        if (workingOn !== undefined) workUntil = client.now + (++handled % 10 === 0 ? 240_000 : 12_000)
      } else {
        if (client.now % 5_000 === 0) client.chunk(workingOn, "token ")
        if (client.now >= workUntil) {
          client.done(workingOn, "answer")
          workingOn = undefined
        }
      }
      client.passes(250)
    }
    expect(client.closed).toBeUndefined()
    const outcomes = answers.map(({ ends }) => ends.length)
    expect(Math.max(...outcomes)).toBe(1)
    const done = answers.filter(({ outcome }) => outcome === "done").length
    expect(done).toBeGreaterThan(90)
    expect(answers.filter(({ outcome }) => outcome === "first_token" || outcome === "gap" || outcome === "lost"))
      .toEqual([])
  })

  it("ends every request exactly once, whatever the client and the callers do", () => {
    const act = fc.oneof(
      fc.record({ kind: fc.constant("ask" as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constantFrom("document" as const, "query" as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constantFrom("vectors" as const, "garbage" as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant("embeds" as const), at: fc.nat(3) }),
      fc.record({ kind: fc.constant("cancel" as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant("chunk" as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant("done" as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant("error" as const), at: fc.nat(5) }),
      fc.record({ kind: fc.constant("heartbeat" as const), at: fc.nat(9) }),
      fc.record({ kind: fc.constant("pass" as const), at: fc.nat(90) }),
      fc.record({ kind: fc.constant("ended" as const), at: fc.constant(0) })
    )
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const client = new ConnectedMachine()
        const answers = new Map<number, RecordedAnswer>()
        for (const { at, kind } of acts) {
          const id = `r${at}`
          if (kind === "ask" && !answers.has(at)) answers.set(at, client.ask(id))
          else if ((kind === "document" || kind === "query") && !answers.has(at)) {
            answers.set(at, client.embed(id, kind))
          } else if (kind === "vectors") client.vectors(id, Array.from({ length: at }, () => "AACAPw=="))
          else if (kind === "garbage") client.vectors(id, at === 0 ? [1] : ["", "no base64"])
          else if (kind === "embeds") client.heartbeat({ embeds: at > 0 })
          else if (kind === "cancel") answers.get(at)?.cancel()
          else if (kind === "chunk") client.chunk(id, "x")
          else if (kind === "done") client.done(id, "x")
          else if (kind === "error") client.sends({ type: "infer_error", request_id: id, payload: { error: "e" } })
          else if (kind === "heartbeat") client.heartbeat({ concurrency: at })
          else if (kind === "pass") client.passes(at * 1_000)
          else if (kind === "ended") client.machine.ended(client.now)
        }
        client.passes(700_000)
        expect(Array.from(answers.values(), ({ ends }) => ends.length)).toEqual(Array.from(answers, () => 1))
        expect(client.machine.view().in_flight).toBe(0)
      }),
      { numRuns: 150 }
    )
  })
})
