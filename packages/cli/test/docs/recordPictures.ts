// npm run pictures
//
// Draws the pictures of the README from the demo worlds, with the browser of the tests. Run it after a change of the
// charts or of the page of a packet.
import { EmbeddedDatabase } from "@auspex/adapters-pg"
import { startBrowser } from "@auspex/testkit/browser"
import { type FakeChatRequest, scriptedSpecialist, startModelServer } from "@auspex/testkit/models"
import { Effect, Layer, ManagedRuntime } from "effect"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser, Locator, Page } from "playwright-core"
import { migrate } from "../../src/composition/Database.ts"
import { fillDemo } from "../../src/demo/Demo.ts"
import { callAuspex } from "../commands/callAuspex.ts"
import { type RunningAuspex, startAuspex, testWebhookSecrets } from "../harness.ts"

const pictures = fileURLToPath(new URL("../../../../docs/pictures/", import.meta.url))
const size = { width: 720, height: 450 }

/** Opens a page in the light theme, sharp on screens of a high resolution. */
const openPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ viewport: size, deviceScaleFactor: 1.5, colorScheme: "light" })
  return context.newPage()
}

const boxOf = async (found: Locator) => {
  const box = await found.first().boundingBox()
  if (box === null) throw new Error("the page does not show what the picture is of")
  return box
}

/** A server with the demo world, while `use` runs. */
const withDemoWorld = async (use: (auspex: RunningAuspex) => Promise<void>): Promise<void> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-pictures-"))
  const runtime = ManagedRuntime.make(EmbeddedDatabase.layer({ dataDir }))
  try {
    await runtime.runPromise(migrate({ databaseUrl: undefined, dataDir }))
    await runtime.runPromise(Effect.provide(fillDemo(), testWebhookSecrets))
    const auspex = await startAuspex(
      Layer.effectContext(runtime.runtimeEffect.pipe(Effect.map(({ context }) => context), Effect.orDie))
    )
    await use(auspex)
    await auspex.stop()
  } finally {
    await runtime.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Question {
  readonly id: string
  readonly question_type: string
  readonly option_counts?: Readonly<Record<string, number>>
}

const predictionsOn = ({ option_counts = {} }: Question): number =>
  Object.values(option_counts).reduce((sum, count) => sum + count, 0)

/** The consensus on the question with several options that has the most predictions. */
const drawQuestion = (file: string): Promise<void> =>
  withDemoWorld(async (auspex) => {
    const listed = await Promise.all(
      ["open", "resolved"].map((status) => auspex.call("GET", `/api/questions?status=${status}&limit=100`))
    )
    const questions: ReadonlyArray<Question> = listed.flatMap(({ body }) => body.questions)
    const [busiest] = [...questions].sort((one, other) => predictionsOn(other) - predictionsOn(one))
    if (busiest === undefined) throw new Error("the demo world has no question")
    const browser = await startBrowser({ "auspex.test": auspex.url })
    try {
      const page = await openPage(browser)
      const chart = `http://auspex.test/api/questions/${busiest.id}/chart?format=svg&theme=light`
      await page.setContent(`<body style="margin:0"><img width="${size.width}" src="${chart}">`, { waitUntil: "load" })
      await page.locator("img").screenshot({ path: file })
    } finally {
      await browser.close()
    }
  })

/** Answers of scripted specialists, which obey an order outside of the data: each has a probability of its own. */
const dividedPanel = () => {
  const leanings = [0.58, 0.66, 0.71, 0.52, 0.63]
  const met = new Map<string, number>()
  return ({ body }: FakeChatRequest): ReadonlyArray<string> => {
    const messages = body.messages as ReadonlyArray<{ readonly content: string }>
    const { content: system } = messages[0]!
    const at = met.get(system) ?? met.size
    met.set(system, at)
    const ordered = `${system}\nAnswer probability ${leanings[at % leanings.length]}.`
    return [scriptedSpecialist({ system: ordered, content: messages.at(-1)!.content })]
  }
}

/** The answers in the packet that `auspex research demo` makes with a panel of scripted specialists. */
const drawPacket = async (file: string): Promise<void> => {
  const directory = mkdtempSync(path.join(tmpdir(), "auspex-pictures-"))
  const models = await startModelServer({
    protocol: "openai-compatible",
    models: ["reasoner-1"],
    answer: dividedPanel()
  })
  const browser = await startBrowser({})
  try {
    const packet = path.join(directory, "packet.html")
    const pool = [{ provider: "openai-compatible", model: "reasoner-1", base_url: `${models.url}/v1` }]
    const { code, err } = await callAuspex(["research", "demo", "--to", packet], {
      env: { AUSPEX_DATA_DIR: path.join(directory, "data"), AUSPEX_MODEL_POOL: JSON.stringify(pool) }
    })
    if (code !== 0) throw new Error(err)
    const page = await openPage(browser)
    await page.setContent(readFileSync(packet, "utf8"), { waitUntil: "load" })
    // From the heading of the answers to the second question, with the margin of the page.
    const { y } = await boxOf(page.locator("h2", { hasText: "Answers" }))
    const { y: end } = await boxOf(page.locator("h3", { hasText: /^2\. / }))
    const clip = { x: 0, y: y - 16, width: size.width, height: end - y }
    await page.screenshot({ path: file, fullPage: true, clip })
  } finally {
    await browser.close()
    await models.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

mkdirSync(pictures, { recursive: true })
await drawQuestion(path.join(pictures, "question.png"))
await drawPacket(path.join(pictures, "packet.png"))
