import { ArticleRenderer, articleGates, judgeArticleApart } from "@auspex/domain/articles"
import { ArticleRendererMarkdownLive, renderArticle } from "@auspex/adapters-http/outbound"
import { afterAll, describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, ManagedRuntime } from "effect"
import { performance } from "node:perf_hooks"

const runtime = ManagedRuntime.make(ArticleRendererMarkdownLive)
afterAll(() => runtime.dispose())

const ofLength = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length)).slice(0, length)

/** Runs work, and returns for how much of it the event loop stood still, in percent of the time that it took. */
const blockedShare = async <A>(work: () => Promise<A>): Promise<readonly [A, number]> => {
  await new Promise((resolve) => setImmediate(resolve))
  const from = performance.eventLoopUtilization()
  const value = await work()
  return [value, 100 * performance.eventLoopUtilization(from).utilization]
}

describe("an article of the permitted length", () => {
  const request = (content: string) => ({ title: "What the gauges say", content })
  const judge = (content: string) =>
    Effect.flatMap(
      ArticleRenderer,
      (renderer) => judgeArticleApart(request(content), { renderer, filter: { find: () => [] } })
    )

  it("becomes the same in the thread as without", async () => {
    const texts = ["# Flood\n\nThe *wall* [waits](https://example.org). ".repeat(50), ofLength("![", 50_000)]
    for (const text of texts) {
      const rendered = await runtime.runPromise(Effect.flatMap(ArticleRenderer, (of) => of.renderApart!(text)))
      expect(rendered).toEqual(renderArticle(text))
    }
  })

  it("is judged while the event loop runs, whatever it repeats", async () => {
    // The thread has started, and its code is compiled.
    await runtime.runPromise(judge(ofLength("a*", articleGates.content.max)))
    for (const part of ["![", "*_", "a*", "a\\\n"]) {
      const [judged, share] = await blockedShare(() =>
        runtime.runPromise(judge(ofLength(part, articleGates.content.max)))
      )
      expect(judged._tag).toMatch(/Left|Right/)
      // It was all of the time when it was rendered here.
      expect(share).toBeLessThan(50)
    }
  })

  it("is let go when nobody waits for it, and the next one is rendered", async () => {
    const fiber = runtime.runFork(judge(ofLength("*_", articleGates.content.max)))
    await new Promise((resolve) => setImmediate(resolve))
    await runtime.runPromise(Fiber.interrupt(fiber))
    expect((await runtime.runPromise(judge("A plain sentence on gauges. ".repeat(100))))._tag).toBe("Right")
  })
})
