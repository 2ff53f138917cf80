import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { expect } from "vitest"
import type { Called } from "../commands/callAuspex.ts"

/**
 * A step of a document, in its order: a block of code that begins with its file's name in a comment, a command of a
 * `console` block with what it prints, or a line of an `sh` block.
 */
export type DocumentStep =
  | { readonly kind: "file"; readonly name: string; readonly text: string }
  | { readonly kind: "command"; readonly command: string; readonly prints: string }

const commandsOf = (block: string): ReadonlyArray<DocumentStep> =>
  block.split(/^\$ /m).slice(1).map((text) => {
    const [command = "", ...lines] = text.split("\n")
    return { kind: "command", command, prints: lines.join("\n").trimEnd() }
  })

/** The steps of a Markdown text: its `yaml` blocks with a name, and its `console` and `sh` blocks. */
export const stepsOf = (markdown: string): ReadonlyArray<DocumentStep> =>
  [...markdown.matchAll(/^```(yaml|console|sh)\n([\s\S]*?)^```$/gm)].flatMap(([, language, block = ""]) => {
    if (language === "console") return commandsOf(block)
    if (language === "sh")
      return block.trimEnd().split("\n").map((command) => ({ kind: "command", command, prints: "" }))
    const name = /^# (\S+\.yaml)\n/.exec(block)?.[1]
    return name === undefined ? [] : [{ kind: "file", name, text: block }]
  })

/** The text of a page of the documentation. */
export const documentation = (name: string): string =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8")

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** What is shown as printed: a line `...` stands for any lines, and `...` in a line for any characters. */
const patternOf = (prints: string): RegExp => {
  const lines = prints.split("\n").map((line) =>
    line === "..." ? "(?:.*\\n)*?" : `${line.split("...").map(literally).join(".*")}\n`
  )
  return new RegExp(`^${lines.join("")}$`)
}

/** What the steps of a document need to run. */
export interface DocumentSurroundings {
  readonly folder: string
  readonly call: (...argv: ReadonlyArray<string>) => Promise<Called>
  /** Files that the document names and does not show. */
  readonly files?: Readonly<Record<string, string>>
  /** What takes the place of a word such as `<id>`. */
  readonly word?: (named: string) => Promise<string>
  /** What others do before a command that begins like this; each runs once. */
  readonly before?: Readonly<Record<string, () => Promise<void>>>
}

const argumentsOf = (command: string): ReadonlyArray<string> =>
  [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)

/**
 * Runs the steps in their order: writes the files, calls the commands of `auspex`, and expects what the document shows
 * of their output, errors last. A command must end with 0 or, as a plan does, with 7. `> file` writes the output.
 */
export const runSteps = async (
  steps: ReadonlyArray<DocumentStep>,
  { before = {}, call, files: given = {}, folder, word: stated }: DocumentSurroundings
): Promise<void> => {
  const files = new Set<string>()
  const done = new Set<string>()
  const write = (name: string, text: string): void => {
    files.add(name)
    writeFileSync(path.join(folder, name), text)
  }
  const wordFor = (word: string): string | Promise<string> =>
    files.has(word)
      ? path.join(folder, word)
      : stated !== undefined && /^<.*>$/.test(word)
      ? stated(word)
      : word
  for (const [name, text] of Object.entries(given)) write(name, text)
  for (const step of steps) {
    if (step.kind === "file") {
      write(step.name, step.text)
      continue
    }
    for (const [beginning, act] of Object.entries(before)) {
      if (!step.command.startsWith(beginning) || done.has(beginning)) continue
      done.add(beginning)
      await act()
    }
    const [line = "", target] = step.command.split(" > ")
    const [program, ...words] = argumentsOf(line)
    expect(program, step.command).toBe("auspex")
    const argv: Array<string> = []
    for (const word of words) argv.push(await wordFor(word))
    const { code, err, out } = await call(...argv)
    const codes = words[0] === "plan" ? [0, 7] : [0]
    expect(codes, `${step.command} ended with ${code}: ${err}`).toContain(code)
    if (target !== undefined) write(target, out)
    if (step.prints !== "") expect(`${out}${err}`, step.command).toMatch(patternOf(step.prints))
  }
  expect([...done].sort(), "what others do").toEqual(Object.keys(before).sort())
}
