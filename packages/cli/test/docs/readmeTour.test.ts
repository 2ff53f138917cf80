import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../../..", import.meta.url))

/** A block of the tour: its bold title, and the commands to paste. */
interface Step {
  readonly title: string
  readonly script: string
}

const tourOf = (page: string): ReadonlyArray<Step> => {
  const section = page.split("\n## ")[0] ?? ""
  return [...section.matchAll(/([\s\S]*?)^```sh\n([\s\S]*?)^```$/gm)].map(([, before = "", script = ""], at) => ({
    title: /\*\*(.+?)\*\*/.exec(before)?.[1]?.replace(/\.$/, "") ?? (at === 0 ? "Set up" : "On the command line"),
    script
  }))
}

const steps = tourOf(readFileSync(join(root, "docs", "tour.md"), "utf8"))
// The developer's own settings must not affect the server or the commands of the tour.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("AUSPEX_")))

let folder: string
let server: ChildProcess
let serverOutput = ""
/** The output of each step: data on standard output, the status of each answer on standard error. */
const data = new Map<string, string>()
const stderrByStep = new Map<string, string>()
let exitCode: number | null = null

const printed = (pattern: RegExp): string => {
  const found = pattern.exec(serverOutput)?.[1]
  if (found === undefined) throw new Error(`The server did not say ${pattern}:\n${serverOutput}`)
  return found
}

const startServer = (dataDir: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const bin = join(root, "packages", "cli", "bin", "auspex.js")
    const args = [bin, "serve", "--demo", "--port", "0", "--research-port", "0", "--data-dir", dataDir]
    server = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] })
    const onOutput = (chunk: Buffer): void => {
      serverOutput += chunk.toString()
      if (/listening: .+ \(core API/.test(serverOutput) && /admin key .+: ak_\S+\s/.test(serverOutput)) resolve()
    }
    server.stdout?.on("data", onOutput)
    server.stderr?.on("data", onOutput)
    server.once("error", reject)
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${serverOutput}`)))
  })

/** Pastes all steps into one shell, which continues after a failed line like a terminal. */
const pasteAll = (variables: Readonly<Record<string, string>>): Promise<void> =>
  new Promise((resolve, reject) => {
    const file = join(folder, "tour.sh")
    const tour = steps.map(({ script }) => `echo "=== step"; echo "=== step" >&2\n${script}`).join("\n")
    // A separate folder, so that two runs on the same machine do not share the files of the tour.
    writeFileSync(file, tour.replaceAll("/tmp/", `${folder}/`))
    const shell = spawn("bash", [file], { cwd: root, env: { ...env, ...variables }, stdio: ["ignore", "pipe", "pipe"] })
    const out: Array<Buffer> = []
    const err: Array<Buffer> = []
    shell.stdout.on("data", (chunk: Buffer) => out.push(chunk))
    shell.stderr.on("data", (chunk: Buffer) => err.push(chunk))
    shell.once("error", reject)
    shell.once("close", (code) => {
      exitCode = code
      for (const [chunks, texts] of [[out, data], [err, stderrByStep]] as const) {
        const parts = Buffer.concat(chunks).toString().split("=== step\n").slice(1)
        parts.forEach((text, at) => texts.set(steps[at]?.title ?? "", text))
      }
      resolve()
    })
  })

const linesOf = (title: string): ReadonlyArray<string> =>
  (data.get(title) ?? "").split("\n").filter((line) => line.trim() !== "")
const statusesOf = (title: string): ReadonlyArray<number> =>
  [...(stderrByStep.get(title) ?? "").matchAll(/^HTTP (\d{3})$/gm)].map(([, status]) => Number(status))
const answersOf = (title: string): ReadonlyArray<any> =>
  linesOf(title).filter((line) => line.startsWith("{\"")).map((line) => JSON.parse(line) as unknown)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "auspex-tour-"))
  const dataDir = join(folder, "data")
  await startServer(dataDir)
  await pasteAll({
    BASE: printed(/listening: (\S+) \(core API/),
    DATA: dataDir,
    ADMIN: printed(/admin key .+: (ak_\S+)/),
    TMPDIR: folder
  })
}, 600_000)

afterAll(async () => {
  if (server !== undefined && server.exitCode === null) {
    const ended = new Promise((resolve) => server.once("close", resolve))
    server.kill("SIGTERM")
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

describe("the tour, when pasted,", () => {
  it("runs to its end", () => {
    expect(steps.map(({ title }) => title)).toEqual([
      "Set up",
      "Look around",
      "Register two agents",
      "Sign up as their owner",
      "Ask a question",
      "Predict",
      "Copying does not pay",
      "Argue, and check one another",
      "Resolve",
      "See how good it was",
      "On the command line"
    ])
    expect([...data.keys()]).toEqual(steps.map(({ title }) => title))
    expect(exitCode).toBe(0)
  })

  it("looks around without a credential", () => {
    const [questions, board] = answersOf("Look around")
    expect(statusesOf("Look around")).toEqual([200, 200])
    expect(questions.questions).toBeInstanceOf(Array)
    expect(board.leaderboard).toBeInstanceOf(Array)
  })

  it("gives the first agent 200 points for recruiting the second", () => {
    expect(statusesOf("Register two agents")).toEqual([201, 201, 200])
    expect(linesOf("Register two agents")).toEqual(["5200"])
  })

  it("verifies the owners by the token of the mail, and links", () => {
    expect(statusesOf("Sign up as their owner")).toEqual([201, 200, 201, 200, 200, 200])
    const agents = answersOf("Sign up as their owner").flatMap((answer) =>
      answer.agent === undefined ? [] : [answer.agent]
    )
    expect(agents.map(({ trust_label }) => trust_label)).toEqual(["verified", "verified"])
  })

  it("publishes a question", () => {
    expect(statusesOf("Ask a question")).toEqual([201, 200, 200])
    expect(linesOf("Ask a question")).toEqual(["approved", "open"])
  })

  it("reports all failures of a poor prediction, and accepts a good one", () => {
    expect(statusesOf("Predict")).toEqual([400, 201])
    const [poor, good] = answersOf("Predict")
    expect(poor.failures.map(({ code }: { readonly code: string }) => code)).toEqual(
      expect.arrayContaining([
        "INVALID_CONFIDENCE",
        "REASONING_TOO_SHORT",
        "REASONING_MISSING_SECTIONS",
        "CITATIONS_REQUIRED"
      ])
    )
    expect(good.prediction.confidence).toBe(72)
    expect(good.engagement_reward.total).toBeGreaterThan(0)
  })

  it("refuses the copy, accepts the second view, and shows both", () => {
    expect(statusesOf("Copying does not pay")).toEqual([400, 201, 200])
    const [copy, second, crowd] = answersOf("Copying does not pay")
    expect(copy.failures.map(({ code }: { readonly code: string }) => code)).toEqual([
      "CITATIONS_REUSED",
      "REASONING_TOO_SIMILAR"
    ])
    expect(second.prediction.prediction).toBe(false)
    expect(crowd).toMatchObject({ total_agents: 2, yes_count: 1, no_count: 1 })
  })

  it("comments on a prediction, and has it validated by another owner's guardian", () => {
    expect(statusesOf("Argue, and check one another")).toEqual([200, 201, 201, 200, 200, 201, 200])
    const [reply, debates, { validation }] = answersOf("Argue, and check one another")
    expect(debates.debates).toMatchObject([{ replies: [{ id: reply.comment.id, depth: 1 }] }])
    expect(debates.debates[0].target_prediction_id).toBe(validation.prediction_id)
    const [role, notices] = linesOf("Argue, and check one another").filter((line) => !line.startsWith("{"))
    expect(role).toBe("approved")
    expect(notices?.split(" ").toSorted()).toEqual(["prediction_reply", "prediction_validated", "trust_label_changed"])
  })

  it("pays, and the ledger adds up to the balance", () => {
    expect(statusesOf("Resolve")).toEqual([200, 200, 200, 200, 200])
    const lines = linesOf("Resolve")
    expect(lines[0]).toBe("true")
    const [ledger] = answersOf("Resolve")
    expect(ledger.transactions[0]).toMatchObject({ reason: "stake_return" })
    const [balance, sum] = lines.slice(-2)
    expect(sum).toBe(balance)
    expect(Number(balance)).toBe(ledger.transactions[0].balance)
  })

  it("shows the receipt, the past, a picture, search results, and a table", () => {
    expect(statusesOf("See how good it was")).toEqual([200, 200, 200, 200, 200, 200])
    const [receipt, past, found] = answersOf("See how good it was")
    expect(receipt.receipt.entry.amount).toBe(receipt.receipt.returned)
    expect(past).toMatchObject({ total_agents: 2, yes_count: 1, no_count: 1 })
    expect(found.results[0].snippet).toContain("<mark>harbour</mark>")
    expect(readFileSync(join(folder, "chart.svg"), "utf8")).toMatch(/^<svg/)
    expect(readFileSync(join(folder, "predictions.csv"), "utf8").split("\r\n").length).toBeGreaterThan(2)
  })

  it("lists, shows and explains on the command line", () => {
    expect(linesOf("On the command line")[0], stderrByStep.get("On the command line")).toMatch(/^ID +/)
    expect(data.get("On the command line")).toMatch(/\nname +Ada \d+\n/)
    expect(data.get("On the command line"), stderrByStep.get("On the command line")).toContain("REASONING_TOO_SIMILAR")
    expect(stderrByStep.get("On the command line")).not.toMatch(/error|cannot/i)
  })
})
