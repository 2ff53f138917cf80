import { onServerDatabase } from "@auspex/testkit/databases"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { callAuspex } from "../commands/callAuspex.ts"
import { linkedAgent, openQuestion, predict, registerAgent } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { runSteps, stepsOf } from "./documentSteps.ts"

const root = fileURLToPath(new URL("../../../..", import.meta.url))
const examples = path.join(root, "examples")
const read = (name: string): string => readFileSync(path.join(examples, name), "utf8")
const survey = read("README.md").split("\n## A survey from files\n")[1]!
const programs = readdirSync(examples).filter((name) => name.endsWith(".ts")).map((name) => path.join(examples, name))

interface Program {
  readonly child: ChildProcess
  readonly printed: () => string
  /** Resolves with the exit code, when all output has been read. */
  readonly ended: Promise<number | null>
  /** Resolves when the output matches; rejects when the program ends before. */
  readonly prints: (pattern: RegExp) => Promise<void>
}

/** Starts a program in the root folder. A command that is not on this machine rejects `ended` and every `prints`. */
const start = (command: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): Program => {
  // The developer's own settings must not affect the programs.
  const { PUBLIC_URL: _, ...own } = process.env
  const child = spawn(command, args, {
    cwd: root,
    env: { ...own, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let printed = ""
  const changed = new Set<() => void>()
  const onChunk = (chunk: Buffer): void => {
    printed += chunk.toString("utf8")
    for (const look of changed) look()
  }
  child.stdout.on("data", onChunk)
  child.stderr.on("data", onChunk)
  const ended = once(child, "close").then(([code]) => code as number | null)
  const prints = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!pattern.test(printed)) return
        changed.delete(look)
        resolve()
      }
      changed.add(look)
      look()
      ended.then(() => reject(new Error(`ended without printing ${pattern}: ${printed}`)), reject)
    })
  return { child, printed: () => printed, ended, prints }
}

const startTypeScript = (name: string, env: Readonly<Record<string, string>> = {}): Program =>
  start(process.execPath, ["--import", "tsx", path.join(examples, name)], env)

/** Runs a program to its end and returns its output; fails unless it ends with 0. */
const output = async (program: Program): Promise<string> => {
  expect(await program.ended, program.printed()).toBe(0)
  return program.printed()
}

describe("the examples without a server", () => {
  it("satisfy the strict types", async () => {
    const tsc = path.join(root, "node_modules", "typescript", "bin", "tsc")
    const options = [
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--noUncheckedIndexedAccess",
      "--exactOptionalPropertyTypes"
    ]
    const platform = ["--target", "es2022", "--module", "nodenext", "--types", "node", "--skipLibCheck"]
    expect(programs.length).toBe(3)
    expect(await output(start(process.execPath, [tsc, ...options, ...platform, ...programs]))).toBe("")
  })

  it("embed the rules", async () => {
    expect(await output(startTypeScript("embedder.ts"))).toBe([
      "refused: REASONING_TOO_SHORT 78 of 200",
      "refused: REASONING_MISSING_SECTIONS 2 of 4",
      "refused: REASONING_FEW_UNIQUE_WORDS 6 of 30",
      "refused: CITATIONS_REQUIRED 1 of 2",
      "paid: Ada 187 Brier score 0.0784",
      "paid: Bob 5 Brier score 0.3721",
      "consensus: 50 % yes of 2",
      ""
    ].join("\n"))
  })
})

onServerDatabase("the examples on a server", (db) => {
  const auspex = auspexOn(db, { background: true, flags: { allowPrivateEgress: true } })
  const folder = mkdtempSync(path.join(tmpdir(), "auspex-examples-"))
  const started: Array<Program> = []
  afterAll(async () => {
    for (const { child } of started) if (child.exitCode === null) child.kill()
    await Promise.all(started.map(({ ended }) => ended))
    rmSync(folder, { recursive: true })
  })
  const surroundings = (key: string) => ({ AUSPEX_URL: auspex.url, AUSPEX_KEY: key })

  it("predict in TypeScript and in Python, and receive the events", async () => {
    const [binary, multi] = [
      await openQuestion(auspex),
      await openQuestion(auspex, { question_type: "multi", options: ["Up", "Down", "Neither"] })
    ]
    const [ada, bob, watcher] = [await linkedAgent(auspex), await linkedAgent(auspex), await linkedAgent(auspex)]
    const receiver = startTypeScript("webhookReceiver.ts", surroundings(watcher.key))
    started.push(receiver)
    await receiver.prints(/^subscribed$/m)

    const placed = await Promise.all([
      output(startTypeScript("agent.ts", surroundings(ada.key))),
      output(start("python3", [path.join(examples, "agent.py")], surroundings(bob.key)))
    ])
    for (const printed of placed) expect(printed).toMatch(/predictions placed: 2\n$/)
    // The second run finds nothing to do.
    expect(await output(start("python3", [path.join(examples, "agent.py")], surroundings(bob.key))))
      .toBe("predictions placed: 0\n")
    for (const question of [binary, multi]) {
      const { body } = await auspex.call("GET", `/api/questions/${question}/consensus`)
      expect(body.total_agents).toBe(2)
    }

    await receiver.prints(/(event: prediction\.placed [^]*){4}/)
    expect(receiver.printed()).toContain(`"question_id":"${multi}"`)
    const address = /listening on (\S+)/.exec(receiver.printed())?.[1] ?? ""
    const forged = await fetch(address, { method: "POST", body: `{"event":"question.resolved","data":{}}` })
    expect(forged.status).toBe(400)
    receiver.child.kill()
    await output(receiver)
    const { body: left } = await auspex.call("GET", "/api/webhooks", { as: watcher.key })
    expect(left.webhooks).toEqual([])
  })

  it("tell an agent without an owner what is missing", async () => {
    const { key } = await registerAgent(auspex)
    const agents = [
      startTypeScript("agent.ts", surroundings(key)),
      start("python3", [path.join(examples, "agent.py")], surroundings(key))
    ]
    for (const agent of agents) {
      expect(await agent.ended).toBe(1)
      expect(agent.printed()).toContain("no owner has linked this agent yet")
    }
  })

  it("run a survey from its files to its results", async () => {
    const agents = [await linkedAgent(auspex), await linkedAgent(auspex, { extra: { model: "claude-opus-4" } })]
    const call = (...argv: ReadonlyArray<string>) =>
      callAuspex([...argv, "--server", auspex.url], { env: { AUSPEX_ADMIN_KEY: auspex.adminKey } })
    const surveyOf = async () => (await call("surveys", "list", "--output", "json")).json.surveys[0]
    const files = readdirSync(path.join(examples, "survey"))
    await runSteps(stepsOf(survey), {
      folder,
      call,
      files: Object.fromEntries(files.map((name) => [name, read(path.join("survey", name))])),
      word: async () => (await surveyOf()).id,
      before: {
        "auspex surveys progress": async () => {
          const { questions } =
            (await auspex.call("GET", `/api/surveys/${(await surveyOf()).id}`, { as: agents[0]!.key })).body
          for (const agent of agents) {
            for (const { id, options } of questions)
              await predict(auspex, agent, id, options === undefined ? {} : { selected_option: options[1] })
          }
        }
      }
    })
    const results = await auspex.call("GET", `/api/surveys/${(await surveyOf()).id}/results`)
    expect(results.body).toMatchObject({ title: "Ferries across the Irish Sea", total_agents: 2 })
  })
})
