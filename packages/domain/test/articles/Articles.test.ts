import { Either, FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import type { ArticleHeaderRow } from "../../src/publishing/articles/Article.ts"
import {
  articleCalendar,
  calendarDaysMax,
  calendarSpan,
  spanInstants
} from "../../src/publishing/articles/ArticleCalendar.ts"
import { bestCandidates } from "../../src/publishing/articles/ArticleCandidate.ts"
import { articleGates, type ArticleRequest, judgeArticle } from "../../src/publishing/articles/ArticleGates.ts"
import {
  type ArticleAction,
  articleMove,
  type ArticleMover,
  articleMoves
} from "../../src/publishing/articles/ArticleMove.ts"
import { archivedNotice } from "../../src/publishing/articles/articleNotifications.ts"
import type { RenderedArticle } from "../../src/publishing/articles/ArticleRenderer.ts"
import { judgeScheduledAt } from "../../src/publishing/articles/ArticleSchedule.ts"
import { slugBaseMax, slugBaseOf } from "../../src/publishing/articles/ArticleSlug.ts"
import { ArticleStatus } from "../../src/publishing/articles/ArticleStatus.ts"
import { judgeSubmission } from "../../src/publishing/articles/ArticleSubmission.ts"
import { tagsIn } from "../../src/text/Tags.ts"
import { type BlogTallies, blogScore, blogScoreWeights, blogTerms } from "../../src/publishing/articles/BlogScore.ts"

describe("the transitions of an article", () => {
  const table = (by: ArticleMover): ReadonlyArray<string> => {
    const actions: ReadonlyArray<ArticleAction> = ["edit", "feature", "schedule", "unschedule", "publish", "archive"]
    return ArticleStatus.literals.map((from) =>
      [
        from,
        ...actions.map((action) =>
          Either.match(articleMove(from, action, by), {
            onLeft: () => "-",
            onRight: ({ fires, schedule, to }) =>
              `${action}:${to}${schedule === "kept" ? "" : `(${schedule})`}${fires === undefined ? "" : "!"}`
          })
        )
      ].join(" ")
    )
  }

  it("are this table for administrators", () => {
    expect(table("admin")).toEqual([
      "draft edit:draft feature:draft schedule:draft(set) unschedule:draft(cleared) publish:published(cleared)! archive:archived(cleared)",
      "review edit:review feature:review schedule:review(set) unschedule:review(cleared) publish:published(cleared)! archive:archived(cleared)",
      "published edit:published feature:published - - - archive:archived",
      "archived - - - - - -"
    ])
  })

  it("allow the clock to publish, and nothing else", () => {
    expect(table("scheduler")).toEqual([
      "draft - - - - publish:published! -",
      "review - - - - publish:published! -",
      "published - - - - - -",
      "archived - - - - - -"
    ])
  })

  it("begin in review, by the author, who does nothing else", () => {
    expect(articleMoves.filter(({ by }) => by.includes("author")).map(({ action, from, to }) => [from, action, to]))
      .toEqual([["new", "submit", "review"]])
  })

  it("fire article.published exactly when an article becomes public", () => {
    for (const { fires, from, to } of articleMoves) {
      expect(fires === "article.published").toBe(to === "published" && from !== "published")
    }
  })

  it.each<[ArticleStatus, ArticleAction, string, string]>([
    ["published", "schedule", "schedule", "draft, review"],
    ["published", "unschedule", "schedule", "draft, review"],
    ["archived", "feature", "newsletter", "draft, review, published"]
  ])("name the possible statuses and the API's word in a refusal: %s, %s", (status, action, word, possible) => {
    const message = `The article is ${status}; "${word}" is possible only when it is ${
      possible.replaceAll(", ", " or ")
    }.`
    expect(Either.mapLeft(articleMove(status, action, "admin"), ({ code, limit, message }) => [code, limit, message]))
      .toEqual(Either.left(["INVALID_TRANSITION", possible, message]))
  })
})

describe("an article", () => {
  const content = "A sentence of some length about gauges and rivers. ".repeat(3)
  const shape: RenderedArticle = {
    html: "<p>rendered</p>",
    summary: "A sentence",
    blocks: 1,
    depth: 2,
    html_length: 15
  }
  const judged = (request: Partial<ArticleRequest>, rendered: Partial<RenderedArticle> = {}) =>
    judgeArticle({ title: "What the gauges say", content, ...request }, {
      renderer: {
        version: 7,
        *render() {
          yield 1
          return { ...shape, ...rendered }
        }
      },
      filter: {
        find: (text) => [...text.matchAll(/oath/g)].map(({ index }) => ({ start: index, end: index + 4 }))
      }
    })
  const wrong = (...args: Parameters<typeof judged>) =>
    Either.match(judged(...args), {
      onRight: () => [],
      onLeft: (failures) => failures.map(({ code, field, limit }) => `${code} ${field} ${limit ?? "-"}`)
    })

  it("is normalised", () => {
    const request = {
      title: "  What\n the   gauges say ",
      content: `\n  \n    indented\n\n${content}\n\n`,
      subtitle: null,
      tags: "#Rivers, gauges,, RIVERS ,  high  water",
      meta_description: "  One\tline "
    }
    expect(judged(request)).toEqual(Either.right({
      title: "What the gauges say",
      subtitle: "",
      content: `    indented\n\n${content.trimEnd()}`,
      content_html: "<p>rendered</p>",
      rendered_by: 7,
      summary: "A sentence",
      article_type: "custom",
      tags: "Rivers,gauges,high water",
      meta_description: "One line"
    }))
  })

  it.each<readonly [string, Partial<ArticleRequest>, Partial<RenderedArticle>, ReadonlyArray<string>]>([
    ["a short title", { title: " Hm  " }, {}, ["INVALID_REQUEST title 5"]],
    ["a title of 300 emoji", { title: "🌊".repeat(300) }, {}, []],
    ["a title of 301", { title: "🌊".repeat(301) }, {}, ["INVALID_REQUEST title 300"]],
    ["99 characters", { content: "x".repeat(99) }, {}, ["INVALID_REQUEST content 100"]],
    ["100 characters", { content: "x".repeat(100) }, {}, []],
    ["padding", { content: `${"x".repeat(99)}${" \n".repeat(50)}` }, {}, ["INVALID_REQUEST content 100"]],
    ["200,000 characters", { content: "x".repeat(200_000) }, {}, []],
    ["200,001 characters", { content: "x".repeat(200_001) }, {}, ["INVALID_REQUEST content 200000"]],
    ["NUL", { content: `${content}\u0000` }, {}, ["INVALID_REQUEST content -"]],
    ["half a surrogate pair in a tag", { tags: "a,\ud800" }, {}, ["INVALID_REQUEST tags -"]],
    ["many blocks", {}, { blocks: 201 }, ["INVALID_REQUEST content 200"]],
    ["deep nesting", {}, { depth: 17 }, ["INVALID_REQUEST content 16"]],
    ["much HTML", {}, { html_length: 1_000_001 }, ["INVALID_REQUEST content 1000000"]],
    ["a long subtitle", { subtitle: "x".repeat(301) }, {}, ["INVALID_REQUEST subtitle 300"]],
    ["a long description", { meta_description: "x".repeat(301) }, {}, ["INVALID_REQUEST meta_description 300"]],
    ["eleven tags", { tags: "a,b,c,d,e,f,g,h,i,j,k" }, {}, ["INVALID_REQUEST tags 10"]],
    ["ten tags, one twice", { tags: "a,b,c,d,e,f,g,h,i,j,J" }, {}, []],
    ["a long tag", { tags: `a,${"x".repeat(51)}` }, {}, ["INVALID_REQUEST tags 50"]],
    ["a very long text of tags", { tags: "x,".repeat(2_001) }, {}, ["INVALID_REQUEST tags 4000"]],
    ["an oath", { title: "By my oath", content: `${content} oath` }, {}, [
      "ARTICLE_PROFANITY title 0",
      "ARTICLE_PROFANITY content 0"
    ]],
    ["everything at once", { title: "oath", content: "short oath", tags: "x".repeat(51) }, {}, [
      "INVALID_REQUEST title 5",
      "INVALID_REQUEST content 100",
      "INVALID_REQUEST tags 50",
      "ARTICLE_PROFANITY title 0",
      "ARTICLE_PROFANITY content 0"
    ]]
  ])("is judged with %s", (_, request, rendered, expected) => {
    expect(wrong(request, rendered)).toEqual(expected)
  })

  it("is searched for profanity to its end, whatever the place of the word", () => {
    const place = FastCheck.integer({ min: 0, max: 30_000 })
    FastCheck.assert(
      FastCheck.property(place, (at) => {
        const text = `${"x".repeat(at)}oath${"x".repeat(30_000 - at)}`
        const failures = Either.flip(judged({ content: text })).pipe(Either.getOrThrow)
        expect(failures.map(({ measured }) => measured)).toEqual([1])
      }),
      { numRuns: 40 }
    )
  })
})

describe("tags", () => {
  it("are the same when they are read again", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.constantFrom("a", "B", "#", " ", ",", "ß", "\t"), { maxLength: 30 }),
        (parts) => {
          const once = tagsIn(parts.join(""))
          expect(tagsIn(once.join(","))).toEqual(once)
          expect(once.every((tag) => tag === tag.trim() && tag !== "")).toBe(true)
        }
      )
    )
  })
})

describe("a slug", () => {
  it("is cut between words, and has one when the title has no Latin letters", () => {
    expect(slugBaseOf("", "resolution_report")).toBe("resolution-report")
    expect(slugBaseOf("a".repeat(100), "custom")).toBe("a".repeat(slugBaseMax))
    const words = Array(40).fill("word").join("-")
    expect(slugBaseOf(words, "custom")).toBe(Array(16).fill("word").join("-"))
    expect(slugBaseOf(`${"a".repeat(slugBaseMax)}-b`, "custom")).toBe("a".repeat(slugBaseMax))
  })
})

describe("a submission", () => {
  it("is refused for the sixth in an hour until one leaves it, and for a suspended account", () => {
    const facts = { suspended: false, articles_last_hour: 4, seconds_to_next: 0 }
    expect(judgeSubmission(facts)).toEqual(Either.void)
    const full = Either.flip(judgeSubmission({ ...facts, articles_last_hour: 5, seconds_to_next: 1_800 }))
    expect(Either.map(full, ({ code, retryAfterSeconds }) => [code, retryAfterSeconds]))
      .toEqual(Either.right(["RATE_LIMITED", 1_800]))
    expect(Either.map(Either.flip(judgeSubmission({ ...facts, suspended: true })), ({ code }) => code))
      .toEqual(Either.right("ACCOUNT_SUSPENDED"))
  })
})

describe("a scheduled time", () => {
  const now = new Date("2027-01-01T00:00:00Z")
  it.each([
    ["1969-12-31T23:59:59.999Z", false],
    ["1970-01-01T00:00:00.000Z", true],
    ["2027-01-01T00:00:00.000Z", true],
    ["2032-01-01T00:00:00.000Z", true],
    ["2032-01-01T00:00:00.001Z", false],
    ["+275760-09-13T00:00:00.000Z", false]
  ])("%s is valid: %s", (text, isValid) => {
    expect(judgeScheduledAt(new Date(text), now) === undefined).toBe(isValid)
  })
})

describe("the calendar", () => {
  const now = new Date("2027-02-10T12:00:00Z")
  const row = (id: string, published: string | null, scheduled: string | null): ArticleHeaderRow => ({
    id,
    slug: id,
    title: id,
    subtitle: "",
    article_type: "custom",
    status: published === null ? "review" : "published",
    author_id: "a",
    author_name: "Ada",
    tags: "",
    meta_description: "",
    newsletter: false,
    created_at: now,
    updated_at: now,
    scheduled_at: scheduled === null ? null : new Date(scheduled),
    published_at: published === null ? null : new Date(published),
    late_seconds: null
  })

  it.each<readonly [{ from?: string; to?: string }, readonly [string, string] | string]>([
    [{}, ["2027-02-01", "2027-02-28"]],
    [{ from: "2028-02-29" }, ["2028-02-29", "2028-02-29"]],
    [{ from: "2027-12-01" }, ["2027-12-01", "2027-12-31"]],
    [{ to: "2027-05-20" }, ["2027-05-01", "2027-05-20"]],
    [{ from: "2027-01-01", to: "2028-01-01" }, ["2027-01-01", "2028-01-01"]],
    [{ from: "2027-01-01", to: "2028-01-02" }, `to ${calendarDaysMax}`],
    [{ from: "2027-01-02", to: "2027-01-01" }, "to -"],
    [{ from: "2027-02-29" }, "from -"],
    [{ from: "0999-01-01", to: "x" }, "from - to -"]
  ])("of %o covers %o", (asked, expected) => {
    expect(Either.match(calendarSpan(asked, now), {
      onLeft: (failures) => failures.map(({ field, limit }) => `${field} ${limit ?? "-"}`).join(" "),
      onRight: ({ from, to }) => [from, to] as const
    })).toEqual(expected)
  })

  it("includes both ends", () => {
    expect(spanInstants({ from: "2027-02-01", to: "2027-02-28" })).toEqual({
      start: new Date("2027-02-01T00:00:00Z"),
      end: new Date("2027-03-01T00:00:00Z")
    })
  })

  it("places articles by publication, else by the schedule, on days of UTC", () => {
    const { days } = articleCalendar([
      row("c", null, "2027-02-02T00:00:00.000Z"),
      row("b", "2027-02-01T23:59:59.999Z", "2027-01-01T00:00:00.000Z"),
      row("a", "2027-02-01T08:00:00.000Z", null),
      row("d", null, null)
    ])
    expect(days.map(({ articles, date }) => [date, articles.map(({ id }) => id)])).toEqual([
      ["2027-02-01", ["a", "b"]],
      ["2027-02-02", ["c"]]
    ])
  })
})

describe("the blog score", () => {
  const tallies = FastCheck.record({
    question_type: FastCheck.constant("binary" as const),
    prediction_count: FastCheck.nat(10_000),
    share: FastCheck.double({ min: 0, max: 1, noNaN: true }),
    families: FastCheck.double({ min: 0, max: 20, noNaN: true }),
    upvotes: FastCheck.nat(10_000)
  }).map(({ share, ...rest }): BlogTallies => ({
    ...rest,
    option_counts: null,
    yes_count: Math.round(share * rest.prediction_count)
  }))

  it("has weights that sum to 1, and terms from 0 to 100", () => {
    expect(Object.values(blogScoreWeights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
    FastCheck.assert(
      FastCheck.property(tallies, (any) => {
        const terms = blogTerms(any)
        for (const term of [...Object.values(terms), blogScore(terms)]) {
          expect(term).toBeGreaterThanOrEqual(0)
          expect(term).toBeLessThanOrEqual(100)
        }
      })
    )
  })

  it("never falls with more votes, more families, or a more even split", () => {
    FastCheck.assert(
      FastCheck.property(tallies, (any) => {
        const score = blogScore(blogTerms(any))
        expect(blogScore(blogTerms({ ...any, upvotes: any.upvotes + 1 }))).toBeGreaterThanOrEqual(score)
        expect(blogScore(blogTerms({ ...any, families: any.families + 1 }))).toBeGreaterThanOrEqual(score)
        const even = { ...any, yes_count: Math.floor(any.prediction_count / 2) }
        expect(blogScore(blogTerms(even))).toBeGreaterThanOrEqual(score)
      })
    )
  })

  it("takes the lead of the first option on multi questions", () => {
    const multi = (...option_counts: ReadonlyArray<number>) =>
      blogTerms({
        question_type: "multi",
        prediction_count: option_counts.reduce((sum, count) => sum + count, 0),
        yes_count: 0,
        option_counts,
        families: 1,
        upvotes: 0
      }).contested
    expect(multi(0, 0, 0)).toBe(0)
    expect(multi(45, 45, 0)).toBeGreaterThan(multi(60, 30, 0))
    expect(multi(95, 0, 0)).toBe(0)
  })

  it("ranks by score, then predictions, then the newest", () => {
    const question = (id: string, prediction_count: number, upvotes = 0) => ({
      id,
      question_type: "binary" as const,
      prediction_count,
      yes_count: prediction_count,
      option_counts: null,
      families: 1,
      upvotes
    })
    const ranked = bestCandidates([
      question("a", 0),
      question("b", 0),
      question("c", 50),
      question("d", 400),
      question("e", 900)
    ], 4)
    expect(ranked.map(({ id }) => id)).toEqual(["e", "d", "c", "b"])
  })
})

describe("the notification of an archived article", () => {
  it("says whether it was public", () => {
    const article = { id: "1", slug: "s", title: "T", author_id: "a" }
    expect([archivedNotice(article, true).body, archivedNotice(article, false).body]).toEqual([
      "\"T\" is not public any more.",
      "\"T\" will not be published."
    ])
  })
})

describe("the limits", () => {
  it("fit each other", () => {
    expect(articleGates.htmlLengthMax).toBeGreaterThan(articleGates.content.max)
  })
})
