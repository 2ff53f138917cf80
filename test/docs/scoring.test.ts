import type { Resolution } from "@auspex/domain/questions"
import {
  baselineScore,
  brierScore,
  brierOfProbability,
  calibrationTerms,
  logScore,
  logScoreOfProbability,
  peerScore
} from "@auspex/domain/scoring"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const page = readFileSync(new URL("../../docs/scoring.md", import.meta.url), "utf8")

/** The rows of the table whose header begins with these cells. */
const table = (...header: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const lines = page.split("\n")
  const cells = (line: string) => line.split("|").slice(1, -1).map((cell) => cell.trim())
  const start = lines.findIndex((line) => header.every((cell, at) => cells(line)[at] === cell))
  expect(start, header.join(", ")).toBeGreaterThan(0)
  const rest = lines.slice(start + 2)
  return rest.slice(0, rest.findIndex((line) => !line.startsWith("|"))).map(cells)
}

/** A figure formatted like `shown`: with as many decimals, and without a minus before zero. */
const as = (shown: string, figure: number): string =>
  figure.toFixed(shown.split(".")[1]?.length ?? 0).replace(/^-(0\.?0*)$/, "$1")

const resolutions: Readonly<Record<string, { readonly resolution: Resolution; readonly options: number }>> = {
  1: { resolution: { kind: "outcome", outcome: true }, options: 0 },
  2: { resolution: { kind: "outcome", outcome: false }, options: 0 },
  3: { resolution: { kind: "options", correct_options: ["Red"] }, options: 3 }
}

const predictions = table("Question", "Who", "Stated").map(([question, who, stated, right, , ...figures]) => {
  const [, side, confidence] = /^(\w+) (\d+)$/.exec(stated!)!
  const { options, resolution } = resolutions[question!]!
  const cameTrue = resolution.kind === "outcome" ? (side === "yes") === resolution.outcome : side === "Red"
  return {
    question,
    who,
    confidence: Number(confidence),
    right: right === "yes",
    cameTrue,
    brier: brierScore(Number(confidence), cameTrue, resolution, options),
    log: logScore(Number(confidence), cameTrue, resolution, options),
    options,
    figures
  }
})

describe("the tables of docs/scoring.md", () => {
  it("have ten predictions on three questions, with the exact figures of the library", () => {
    expect(predictions).toHaveLength(10)
    expect(new Set(predictions.map(({ question }) => question)).size).toBe(3)
    for (const { cameTrue, brier, figures, log, options, question, right, who } of predictions) {
      const logs = predictions.filter((other) => other.question === question).map((other) => other.log)
      const all = { scored: logs.length, log_sum: logs.reduce((sum, one) => sum + one, 0) }
      const reckoned = [brier, log, baselineScore(log, options), peerScore(log, all)!]
      expect([who, right, ...figures]).toEqual([
        who,
        cameTrue,
        ...reckoned.map((figure, at) => as(figures[at]!, figure))
      ])
    }
  })

  it("decompose the ten scores like the library", () => {
    const terms = calibrationTerms(
      predictions.map(({ confidence, right }) => ({ confidence, predictions: 1, correct: right ? 1 : 0 }))
    )!
    const { brier_score: mean, ...rest } = terms
    const shown = table("Term", "Plain", "Corrected")
    expect(shown.map(([term]) => term)).toEqual(["reliability", "resolution", "uncertainty", "mean"])
    for (const [term, , , value] of shown) {
      const figures: Readonly<Record<string, number>> = { ...rest, mean }
      expect([term, value]).toEqual([term, as(value!, figures[term!]!)])
    }
  })

  it("compute the bins by hand according to their column titles", () => {
    const sums = [0, 0, 0, 0, 0]
    for (const [stated, ...cells] of table("Stated", "Predictions", "Right")) {
      if (stated === "sum") {
        expect(cells).toEqual(sums.map((sum, at) => as(cells[at]!, sum)))
        continue
      }
      const bin = predictions.filter(({ confidence }) => confidence === Number(stated))
      const [n, right] = [bin.length, bin.filter((one) => one.right).length]
      const o = right / n
      const reckoned = [n, right, n * (Number(stated) / 100 - o) ** 2, n * (o - 0.7) ** 2, (n * o * (1 - o)) / (n - 1)]
      expect(cells).toEqual(reckoned.map((figure, at) => as(cells[at]!, figure)))
      for (const [at, figure] of reckoned.entries()) sums[at]! += figure
    }
  })

  it("repeat published figures, which the library reproduces", () => {
    const [rain] = table("Forecast", "0.7")
    const forecasts = [0.7, 0.9, 0.8, 0.4, 0.2, 0, 0, 0, 0, 0.1]
    const sum = forecasts.reduce((total, p, day) => total + brierOfProbability(p, rain![day + 1] === "1"), 0)
    expect(page).toContain(`P = ${(2 * sum / 10).toFixed(2)}; the mean here is ${(sum / 10).toFixed(3)}.`)
    const rows = table("Score", "Of", "Published")
    expect(rows).toHaveLength(7)
    for (const [score, of, published] of rows) {
      const [, percent, options] = /^([\d.]+) % on what came true(?:, (\d+) options)?$/.exec(of!)!
      const log = logScoreOfProbability(Number(percent) / 100)
      const figure = score === "log" ? log : baselineScore(log, Number(options))
      expect([of, published]).toEqual([of, as(published!, figure)])
    }
    expect([-1, 1, 2].map((log) => peerScore(log, { scored: 3, log_sum: 2 }))).toEqual([-250, 50, 200])
  })
})
