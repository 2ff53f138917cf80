import type { ProjectOverview } from "@auspex/domain/packetPublication"
import { countResponses, type PanelResults, type SurveyLink } from "@auspex/domain/surveyLinks"
import { parseHTML } from "linkedom"
import { describe, expect, it } from "vitest"
import { responsesPage } from "../../src/surveys/surveyLinks/ResponsesPage.tsx"

const hostile = `<img src=x onerror="alert(1)"> & "Sons" </title><script>`
const at = new Date("2034-03-01T08:00:00Z")

const questions = [
  { id: "words", text: hostile, kind: null, kind_options: null },
  { id: "scale", text: "Agree?", kind: "likert", kind_options: { scale: 5, statement: hostile } },
  { id: "matrix", text: "How?", kind: "matrix", kind_options: { rows: [hostile, "App"], columns: ["Never", hostile] } }
] as const

const choice = (link_id: string, question_id: string, row: number, place: number, count: number) => ({
  link_id,
  question_id,
  row,
  choice: place,
  count
})

const counted = countResponses(questions, {
  links: [{ link_id: "a", name: hostile, responses: 3 }, { link_id: "b", name: "Staff", responses: 1 }],
  questions: questions.flatMap(({ id }) => [
    { link_id: "a", question_id: id, asked: 3, answered: 3 },
    { link_id: "b", question_id: id, asked: 1, answered: id === "scale" ? 0 : 1 }
  ]),
  choices: [choice("a", "scale", 0, 4, 2), choice("a", "scale", 0, 0, 1), choice("b", "matrix", 0, 1, 1)]
})

const link: SurveyLink = {
  id: "a",
  project_id: "p",
  name: hostile,
  status: "open",
  response_count: 3,
  responses_max: 10_000,
  closes_at: at,
  closed_at: null,
  created_at: at
}

const pooled = (option: string) => ({
  row: "",
  answer: option,
  options: [{ option, probability: 0.75, interval: { low: 0.5, high: 0.9 } }, {
    option: "5",
    probability: 0.25,
    interval: null
  }],
  mean: 2.25,
  mean_interval: null
})

const panel: PanelResults = {
  packet_id: "k",
  version: 2,
  published_at: at,
  warning: "No people.",
  questions: [{
    question_id: "scale",
    answered: 5,
    aggregate: { answer: "1", probability: 0.75, rows: [pooled("1")] },
    segments: [hostile, "Savers"].map((segment) => ({
      segment,
      weight: 0.5,
      respondents: 3,
      answered: 2,
      rows: [pooled("1")]
    }))
  }]
}

const project: Partial<ProjectOverview> = { id: "p", title: hostile, status: "active", panel: null, last_run: null }

const page = (role: "member" | "viewer", more: Partial<Parameters<typeof responsesPage>[0]> = {}) =>
  parseHTML(responsesPage({
    reader: { name: hostile, formToken: "token" },
    workspace: { id: "w", name: hostile, role, member_count: 2 } as Parameters<typeof responsesPage>[0]["workspace"],
    project: project as ProjectOverview,
    links: [link],
    results: { project_id: "p", ...counted, panel },
    words: new Map([["words", [hostile]]]),
    ...more
  })).document

const textsIn = (root: { querySelectorAll: ParentNode["querySelectorAll"] }, selector: string): ReadonlyArray<string> =>
  [...root.querySelectorAll(selector)].map(({ textContent }) => textContent)

describe("the page of what was answered to a survey", () => {
  it("says what anybody wrote, and takes none of it for markup", () => {
    const document = page("member", { notice: { secrets: [[hostile, `https://auspex.test/s/${hostile}`]] } })
    expect(document.querySelectorAll("img, script, style, [style], [onerror]").length).toBe(0)
    expect(document.querySelector("output")!.textContent).toBe(`https://auspex.test/s/${hostile}`)
    expect(textsIn(document, ".answers li")).toEqual([hostile])
    expect(textsIn(document, "h3").slice(0, 3)).toEqual([`1. ${hostile}`, "2. Agree?", "3. How?"])
  })

  it("shows shares with intervals, a scale with its mean, and a matrix as a table", () => {
    const results = page("viewer").querySelector("#results")!
    const [, scale, matrix] = [...results.querySelectorAll(".rows > li")]
    expect(textsIn(scale!, ".shares li .numbers")).toEqual([
      "33 %6 to 79 %1×",
      "0 %0 to 56 %0×",
      "0 %0 to 56 %0×",
      "0 %0 to 56 %0×",
      "67 %21 to 94 %2×"
    ])
    expect([...scale!.querySelectorAll(".shares .part")].map((part) => part.getAttribute("width"))).toEqual(
      ["33.33", "0", "0", "0", "66.67"]
    )
    expect(scale!.textContent).toMatch(/3 answered · 1 did not[^]*Mean 3\.67 \([^]*median 5 · 4 or 5: 67 %/)
    expect(textsIn(scale!, "details tbody tr th")).toEqual([hostile, "Staff"])
    expect(textsIn(scale!, "details tbody tr:last-child td")).toEqual(["0", "–", "–", "–", "–", "–", "–"])
    const table = matrix!.querySelector("table")!
    expect(textsIn(table, "thead th")).toEqual(["Row", "Answered", "Never", hostile])
    expect(textsIn(table, "tbody tr")).toEqual([`${hostile}10 %0 to 79 %100 %21 to 100 %`, "App0––"])
    expect(textsIn(matrix!, "details caption")).toEqual([hostile, "Staff"])
  })

  it("keeps personas apart from people, and says what they are", () => {
    const document = page("viewer")
    const personas = document.querySelector("#personas")!
    expect(document.querySelector("#results")!.contains(personas)).toBe(false)
    expect(textsIn(personas, "h2, h3, .synthetic > p:first-child")).toEqual([
      "What personas answered",
      "⚠ No people.",
      "2. Agree?"
    ])
    expect(textsIn(personas, ".shares .numbers")).toEqual(["75 %50 to 90 %", "25 %"])
    expect(textsIn(personas, "tbody th")).toEqual([hostile, "Savers"])
    expect(page("viewer", { results: { project_id: "p", ...counted, panel: null } }).querySelector("#personas"))
      .toBeNull()
  })

  it("has forms for those who may change the project, as long as it may change", () => {
    const forms = (document: ReturnType<typeof page>) =>
      [...document.querySelectorAll("main form")].map((form) => form.getAttribute("action")!.split("/responses/")[1])
    expect(forms(page("viewer"))).toEqual([])
    expect(forms(page("member"))).toEqual(["panel", "links/a/close", "links"])
    const archived = { ...project, status: "archived" } as ProjectOverview
    expect(forms(page("member", { project: archived }))).toEqual([])
    const links = Array.from({ length: 20 }, () => ({ ...link, status: "closed" as const, closed_at: at }))
    expect(forms(page("member", { links }))).toEqual(["panel"])
  })
})
