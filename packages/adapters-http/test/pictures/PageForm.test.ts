import { failure, type Failure } from "@auspex/domain/kernel"
import { FastCheck } from "effect"
import { parseHTML } from "linkedom"
import { h } from "preact"
import { describe, expect, it } from "vitest"
import { markupOf } from "../../src/kit/Html.tsx"
import { PageContext } from "../../src/kit/PageContext.ts"
import { type Field, PageForm } from "../../src/kit/PageForm.tsx"

const parsed = (markup: string) => parseHTML(`<!doctype html><html><body>${markup}</body></html>`).document

/** Texts of the characters that end something in HTML, and of others. */
const anyText = FastCheck.oneof(
  FastCheck.string({ unit: FastCheck.constantFrom(..."<>&\"'`=/!-; \n\tab") }),
  FastCheck.string({ unit: "grapheme" })
)

/** What is shown of a text: its control characters, halves of characters and marks of direction are replaced. */
const legible = (text: string): string =>
  text.replace(/[^\n\t]+/g, (part) => part.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, "\ufffd"))

describe("markup of pages", () => {
  it("says every text, as content and as an attribute, and nothing else", () => {
    FastCheck.assert(FastCheck.property(anyText, (text) => {
      const { body } = parsed(markupOf(h("p", { title: text }, text)))
      expect(body.children.length).toBe(1)
      expect([body.firstElementChild!.textContent, body.firstElementChild!.getAttribute("title")]).toEqual([
        legible(text),
        legible(text)
      ])
      expect(body.querySelectorAll("p *").length).toBe(0)
    }))
  })

  it("writes attributes that have no value, and elements that have no end", () => {
    expect(markupOf(h("input", { required: true, disabled: false, value: undefined, max: 3 }))).toBe(
      "<input required max=\"3\"/>"
    )
    expect(markupOf(h("textarea", {}))).toBe("<textarea></textarea>")
  })
})

const fields: ReadonlyArray<Field> = [
  { name: "title", label: "Title", hint: "Short.", control: { as: "input", value: "Untitled" } },
  { name: "lines", label: "Lines", covers: ["kind_options.lines"], areEntries: true, control: { as: "area", rows: 3 } },
  { name: "kind", label: "Kind", control: { as: "select", options: [["a", "A"], ["b", "B"]], value: "b" } },
  { name: "events", label: "Events", control: { as: "checks", options: [["x", "X"], ["y", "Y"]] } },
  { name: "secret", label: "Secret", control: { as: "input", type: "password" } }
]

const formWith = (failures: ReadonlyArray<Failure>, entered: Iterable<[string, string]> = [], id = "form") =>
  parsed(
    markupOf(
      h(
        PageContext.Provider,
        { value: { refused: { id, failures, input: new URLSearchParams([...entered]) } } },
        h(PageForm, { id: "form", action: "/there", fields, submit: "Send" })
      )
    )
  )

describe("a form", () => {
  it("shows no more than twenty messages in one place", () => {
    const shown = (name: string, selector: string) => {
      const failures = Array.from({ length: 100_000 }, (_, at) => {
        const field = `${name}[${at}]`
        return failure("INVALID_REQUEST", `${field} must be shorter.`, { field })
      })
      return [...formWith(failures).querySelectorAll(selector)].map(({ textContent }) => textContent)
    }
    for (const said of [shown("kind_options.lines", ".wrong span"), shown("other", "[role=alert] p")]) {
      expect([said.length, said[0], said.at(-1)]).toEqual([21, expect.stringContaining("shorter"), "And 99980 more."])
    }
  })

  it("keeps every text that was entered, but passwords", () => {
    FastCheck.assert(FastCheck.property(anyText, anyText, (title, lines) => {
      const form = formWith([], [["title", title], ["lines", lines], ["kind", "a"], ["events", "y"], ["secret", "s3"]])
      expect(form.querySelector("[name=title]")!.getAttribute("value")).toBe(legible(title))
      // Unlike browsers, the parser of this test keeps the line end after the tag, and the entities in the text.
      const markup = legible(lines).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\"", "&quot;")
      expect(form.querySelector("textarea")!.textContent).toBe(`\n${markup}`)
      expect(form.querySelector("option[selected]")!.getAttribute("value")).toBe("a")
      expect(form.querySelector("input[checked]")!.getAttribute("value")).toBe("y")
      expect(form.querySelector("[name=secret]")!.hasAttribute("value")).toBe(false)
    }))
  })

  it("begins with what it stands for, also when another form of the page was refused", () => {
    const form = formWith([failure("INVALID_REQUEST", "title must be short.", { field: "title" })], [], "other")
    expect(form.querySelector("[name=title]")!.getAttribute("value")).toBe("Untitled")
    expect(form.querySelector("option[selected]")!.getAttribute("value")).toBe("b")
    expect([form.querySelector(".refusal"), form.querySelector("[autofocus]")]).toEqual([null, null])
  })

  it.each<[string, string, string, string]>([
    ["title", "title must be short.", "title", "Title must be short."],
    ["kind_options.lines", "kind_options.lines must not be empty.", "lines", "Lines must not be empty."],
    ["kind_options.lines[2]", "kind_options.lines[2] must be short.", "lines", "Line 3: it must be short."],
    ["kind_options.lines[0].size", "kind_options.lines[0].size must be 1.", "lines", "Line 1: size must be 1."],
    [
      "kind_options",
      "kind_options must have lines; it has \"a_b\" twice.",
      "",
      "The question must have lines; it has \"a_b\" twice."
    ],
    ["other_field", "other_field is unknown.", "", "Other field is unknown."],
    ["titles", "titles must be many.", "", "Titles must be many."]
  ])("says what is wrong with %s: %s", (field, message, control, said) => {
    const form = formWith([failure("INVALID_REQUEST", message, { field })])
    const wrong = form.querySelector("[aria-invalid]")
    expect(wrong?.getAttribute("name") ?? "").toBe(control)
    const told = wrong === null
      ? form.querySelector("[role=alert] p")
      : form.getElementById(wrong.getAttribute("aria-describedby")!.split(" ").at(-1)!)
    expect(told!.textContent).toBe(said)
    expect(form.querySelector("[autofocus]")).toBe(wrong)
  })

  it("describes a field by its hint and by what is wrong with it, and has one label for each", () => {
    const form = formWith([failure("INVALID_REQUEST", "title must be short.", { field: "title" })])
    expect(form.querySelector("[name=title]")!.getAttribute("aria-describedby")).toBe(
      "form-title-hint form-title-wrong"
    )
    for (const name of ["title", "lines", "kind", "secret"]) {
      expect(form.querySelectorAll(`label[for=form-${name}]`).length).toBe(1)
    }
  })
})
