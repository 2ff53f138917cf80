import { widgetScript } from "@auspex/adapters-http/pictures"
import { createContext, runInContext } from "node:vm"
import { describe, expect, it } from "vitest"

const minute = 60_000

/** The content of a page: its `main` element. */
interface Content {
  readonly outerHTML: string
  readonly dataset: { readonly final?: string }
}
const content = (text: string, isFinal = false): Content => ({
  outerHTML: text,
  dataset: isFinal ? { final: "" } : {}
})

/** Runs the script in a page whose time, visibility and server the test decides. */
const open = (first: Content) => {
  let [now, random] = [0, 0.5]
  let timer: { readonly at: number; readonly run: () => void } | undefined
  let watch: (entries: ReadonlyArray<{ readonly isIntersecting: boolean }>) => void = () => undefined
  let look: () => void = () => undefined
  const requests: Array<{ readonly url: string; readonly at: number; readonly options: Record<string, unknown> }> = []
  const page = {
    main: first,
    title: "first",
    served: first as Content | "broken" | "unreachable",
    /** Lets time pass until an instant; a timer may be late. */
    wait: async (millis: number) => {
      for (const until = now + millis;;) {
        if (timer === undefined || timer.at > until) {
          now = until
          return
        }
        const { at, run } = timer
        now = at
        timer = undefined
        run()
        await settled()
      }
    },
    requests,
    show: async (isShown: boolean) => {
      document.visibilityState = isShown ? "visible" : "hidden"
      look()
      await settled()
    },
    scroll: async (isIntersecting: boolean) => {
      watch([{ isIntersecting }])
      await settled()
    },
    jitter: (value: number) => {
      random = value
    }
  }
  // Everything that the script awaits has settled after a turn of the event loop.
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const document = {
    visibilityState: "visible",
    body: {},
    get title() {
      return page.title
    },
    set title(text: string) {
      page.title = text
    },
    querySelector: () => ({
      ...page.main,
      replaceWith: (next: Content) => {
        page.main = next
      }
    }),
    adoptNode: (node: Content) => node,
    addEventListener: (_: string, listener: () => void) => {
      look = listener
    }
  }
  runInContext(
    widgetScript,
    createContext({
      document,
      location: { href: "https://auspex.example/embed/1?theme=dark" },
      performance: { now: () => now },
      Math: Object.assign(Object.create(Math), { random: () => random }),
      setTimeout: (run: () => void, millis: number) => {
        timer = { at: now + Math.trunc(millis), run }
        return 1
      },
      clearTimeout: () => {
        timer = undefined
      },
      AbortSignal: { timeout: (millis: number) => millis },
      IntersectionObserver: class {
        constructor(callback: typeof watch) {
          watch = callback
        }
        observe() {
          watch([{ isIntersecting: true }])
        }
      },
      DOMParser: class {
        parseFromString(text: string) {
          return { title: text, querySelector: () => text === "no page" ? null : page.served }
        }
      },
      fetch: async (url: string, options: Record<string, unknown>) => {
        requests.push({ url, at: now, options })
        if (page.served === "unreachable") throw new Error("unreachable")
        if (page.served === "broken") return { ok: false, status: 503, text: async () => "" }
        return { ok: true, status: 200, text: async () => (page.served as Content).outerHTML }
      }
    })
  )
  return page
}

const times = ({ requests }: ReturnType<typeof open>) => requests.map(({ at }) => at / minute)

describe("the script of a widget", () => {
  it("requests the same page once a minute, without credentials, and replaces what has changed", async () => {
    const page = open(content("one"))
    await page.wait(minute)
    const { options, url } = page.requests[0]!
    expect([url, options["credentials"], options["cache"], options["signal"]]).toEqual([
      "https://auspex.example/embed/1?theme=dark",
      "omit",
      "no-cache",
      20_000
    ])
    expect([page.main.outerHTML, page.title]).toEqual(["one", "first"])
    page.served = content("two")
    await page.wait(minute)
    expect([page.main.outerHTML, page.title, times(page)]).toEqual(["two", "two", [1, 2]])
  })

  it("varies the pause by a fifth", async () => {
    const page = open(content("one"))
    page.jitter(0)
    await page.wait(minute)
    page.jitter(1)
    await page.wait(3 * minute)
    expect(times(page).map((time) => Math.round(time * 10) / 10)).toEqual([1, 1.8, 3])
  })

  it("goes on although browsers cut off the fraction of a timer's milliseconds", async () => {
    const page = open(content("one"))
    page.jitter(0.123456)
    await page.wait(minute)
    await page.wait(minute)
    expect(times(page).map((time) => Math.round(time * 100) / 100)).toEqual([1, 1.85])
  })

  it("waits while the page is hidden or scrolled away, and then requests it at once if a minute has passed", async () => {
    const page = open(content("one"))
    await page.show(false)
    await page.wait(10 * minute)
    expect(times(page)).toEqual([])
    await page.show(true)
    expect(times(page)).toEqual([10])
    await page.scroll(false)
    await page.wait(3 * minute)
    expect(times(page)).toEqual([10])
    await page.scroll(true)
    expect(times(page)).toEqual([10, 13])
    await page.show(false)
    await page.wait(minute / 2)
    await page.show(true)
    expect(times(page)).toEqual([10, 13])
    await page.wait(minute / 2)
    expect(times(page)).toEqual([10, 13, 14])
  })

  it("doubles the pause after each failure, up to 16 minutes, keeps the content, and recovers", async () => {
    const page = open(content("one"))
    page.served = "unreachable"
    await page.wait(15 * minute)
    page.served = "broken"
    await page.wait(48 * minute)
    expect(times(page)).toEqual([1, 3, 7, 15, 31, 47, 63])
    expect(page.main.outerHTML).toBe("one")
    page.served = content("no page")
    await page.wait(16 * minute)
    page.served = content("two")
    await page.wait(17 * minute)
    expect([page.main.outerHTML, times(page).slice(-3)]).toEqual(["two", [79, 95, 96]])
  })

  it("stops when the question is resolved", async () => {
    const page = open(content("one"))
    page.served = content("resolved", true)
    await page.wait(60 * minute)
    expect([page.main.outerHTML, times(page)]).toEqual(["resolved", [1]])
    const resolved = open(content("resolved", true))
    await resolved.wait(60 * minute)
    expect(times(resolved)).toEqual([])
  })
})
