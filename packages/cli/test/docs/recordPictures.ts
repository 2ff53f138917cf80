// npm run pictures
//
// Draws the pictures of the README from the demo world, with the browser of the tests. Run it after a change of the pages
// of questions or packets.
import { EmbeddedDatabase } from "@auspex/adapters-pg"
import { startBrowser } from "@auspex/testkit/browser"
import { Effect, Layer, ManagedRuntime } from "effect"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser, Locator, Page } from "playwright-core"
import { migrate } from "../../src/composition/Database.ts"
import { fillDemo } from "../../src/demo/Demo.ts"
import { type RunningAuspex, startAuspex, testWebhookSecrets } from "../harness.ts"

const pictures = fileURLToPath(new URL("../../../../docs/pictures/", import.meta.url))
const size = { width: 960, height: 600 }

/** Opens a page in the light theme, sharp on screens of a high resolution. */
const openPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ viewport: size, deviceScaleFactor: 1.25, colorScheme: "light" })
  return context.newPage()
}

const boxOf = async (found: Locator) => {
  const box = await found.first().boundingBox()
  if (box === null) throw new Error("the page does not show what the picture is of")
  return box
}

/** A server with the demo world, while `use` runs. */
const withDemoWorld = async (use: (auspex: RunningAuspex, signInToken: string) => Promise<void>): Promise<void> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-pictures-"))
  const runtime = ManagedRuntime.make(EmbeddedDatabase.layer({ dataDir }))
  try {
    await runtime.runPromise(migrate({ databaseUrl: undefined, dataDir }))
    const demo = await runtime.runPromise(Effect.provide(fillDemo(), testWebhookSecrets))
    if (demo.kind !== "filled") throw new Error(demo.because)
    const auspex = await startAuspex(
      Layer.effectContext(runtime.runtimeEffect.pipe(Effect.map(({ context }) => context), Effect.orDie))
    )
    await use(auspex, demo.sign_in_token)
    await auspex.stop()
  } finally {
    await runtime.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A page from the top of `from` to the top of `to`, with the margin of the page. */
const drawPart = async (page: Page, from: Locator, to: Locator, file: string): Promise<void> => {
  const { y } = await boxOf(from)
  const { y: end } = await boxOf(to)
  await page.screenshot({ path: file, fullPage: true, clip: { x: 0, y: y - 16, width: size.width, height: end - y } })
}

/** The crowd of an open question and its history: of the yes-no question that most have answered. */
const drawQuestion = async (page: Page, auspex: RunningAuspex, file: string): Promise<void> => {
  const { body } = await auspex.call("GET", "/api/questions?status=open&question_type=binary&sort=contested&limit=1")
  const [busiest]: ReadonlyArray<{ readonly id: string }> = body.questions
  if (busiest === undefined) throw new Error("the demo world has no question")
  await page.goto(`http://auspex.test/questions/${busiest.id}`)
  await drawPart(page, page.locator("h1"), page.locator("h2", { hasText: "Strongest arguments" }), file)
}

/** The answers in the packet of the demo's owner. */
const drawPacket = async (page: Page, file: string): Promise<void> => {
  await page.goto("http://auspex.test/research")
  await page.getByText("Family office").click()
  await page.locator("a[href*='/projects/']").first().click()
  await page.getByText("Read version 1").click()
  await drawPart(
    page,
    page.locator("h2", { hasText: "Answers" }),
    page.locator("h3", { hasText: /^2\. / }),
    file
  )
}

mkdirSync(pictures, { recursive: true })
await withDemoWorld(async (auspex, token) => {
  const browser = await startBrowser({ "auspex.test": auspex.url })
  try {
    const page = await openPage(browser)
    await drawQuestion(page, auspex, path.join(pictures, "question.png"))
    await page.goto(`http://auspex.test/sign-in?token=${token}`)
    await page.getByRole("button", { name: "Sign in" }).click()
    await drawPacket(page, path.join(pictures, "packet.png"))
  } finally {
    await browser.close()
  }
})
