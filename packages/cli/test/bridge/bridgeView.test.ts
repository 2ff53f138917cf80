import type { RunnerEvent } from "@auspex/adapters-bridge/runner"
import { PassThrough } from "node:stream"
import { describe, expect, it } from "vitest"
import { afterEvent, emptyScreen, screenLines } from "../../src/platform/inference/bridgeView.ts"
import { systemdUnit } from "../../src/platform/inference/systemdUnit.ts"

const terminal = (columns: number, rows: number) => ({ stdout: Object.assign(new PassThrough(), { columns, rows }) })

const shown = (events: ReadonlyArray<readonly [at: number, event: RunnerEvent]>, now: number, io = terminal(100, 24)) =>
  screenLines(
    events.reduce((screen, [at, event]) => afterEvent(screen, event, at), emptyScreen),
    "http://service",
    now,
    io
  )

describe("the view of the bridge", () => {
  const began = (request_id: string): RunnerEvent => ({ type: "began", request_id, model: "llama3" })
  const piece = (request_id: string, characters: number): RunnerEvent => ({ type: "piece", request_id, characters })

  it("shows the connection, the models, and what is worked on", () => {
    expect(shown([], 0)).toEqual([
      "http://service  connecting",
      "no models yet",
      "0 requests answered, 0 failed"
    ])
    expect(shown([
      [0, { type: "connected" }],
      [0, { type: "models", models: ["llama3"] }],
      [1_000, began("a")],
      [2_000, piece("a", 40)],
      [3_000, began("b")],
      [4_000, { type: "ended", request_id: "a", outcome: "done" }],
      [4_000, began("c")],
      [4_500, { type: "ended", request_id: "c", outcome: "failed", reason: "no such\u001b[2J model" }]
    ], 5_000)).toEqual([
      "http://service  connected",
      "1 model: llama3",
      "1 request answered, 1 failed",
      "done          3.0 s      40 characters     20/s  llama3",
      "waiting       2.0 s       0 characters      0/s  llama3",
      expect.stringMatching(/^failed {8}0\.5 s {7}0 characters {6}0\/s {2}llama3 {2}no such[^\u001b]* model$/)
    ])
  })

  it("shows texts that are embedded by their number", () => {
    const embeds = (request_id: string): RunnerEvent => ({ type: "began", request_id, model: "m1", texts: 16 })
    expect(
      shown([
        [0, embeds("a")],
        [500, { type: "ended", request_id: "a", outcome: "done" }],
        [500, embeds("b")],
        [600, { type: "ended", request_id: "b", outcome: "failed", reason: "no such model" }],
        [1_000, { type: "began", request_id: "c", model: "m1", texts: 1 }]
      ], 2_000).slice(2)
    ).toEqual([
      "1 request answered, 1 failed",
      "done          0.5 s           16 texts     32/s  m1",
      "failed        0.1 s           16 texts      0/s  m1  no such model",
      "embedding     1.0 s             1 text      0/s  m1"
    ])
  })

  it("says why it is not connected, and when it tries again", () => {
    expect(shown([[0, { type: "disconnected", reason: "it stops", retryMillis: 4_200 }]], 0)[0])
      .toBe("http://service  not connected: it stops; next attempt in 5 s")
    expect(shown([[0, { type: "model_server_failed", reason: "ECONNREFUSED" }]], 0)[1]).toBe("no models: ECONNREFUSED")
  })

  it("fits on a small terminal, however much has happened", () => {
    const many = Array.from({ length: 50 }, (_, at): ReadonlyArray<readonly [number, RunnerEvent]> => [
      [at, began(String(at))],
      [at, { type: "ended", request_id: String(at), outcome: "done" }]
    ]).flat()
    const lines = shown(many, 100, terminal(30, 8))
    expect(lines).toHaveLength(7)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(30)
  })
})

it("a unit of systemd quotes what needs it", () => {
  const unit = systemdUnit(["/usr/bin/node", "/opt/my tools/auspex", "--key-file", "/srv/a/50%\"$key"])
  expect(unit).toContain("ExecStart=/usr/bin/node \"/opt/my tools/auspex\" --key-file \"/srv/a/50%%\\\"$$key\"\n")
})
