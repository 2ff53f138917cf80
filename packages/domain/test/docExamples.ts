import { Either } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { compileFunction } from "node:vm"

/** An example in a docstring: `expression // value`, on one line. */
export interface DocExample {
  readonly file: string
  readonly line: string
  readonly names: Readonly<Record<string, unknown>>
}

/** The examples in the docstrings of all folders below `src`, without those named in `except`. */
export const docExamplesBelow = async (
  src: URL,
  except: ReadonlyArray<string> = []
): Promise<ReadonlyArray<DocExample>> => {
  const folders = readdirSync(src, { withFileTypes: true, recursive: true }).filter((entry) => entry.isDirectory())
    .map(({ name, parentPath }) => `${relative(fileURLToPath(src), join(parentPath, name)).replaceAll("\\", "/")}/`)
    .filter((folder) => !except.some((name) => folder.startsWith(`${name}/`)))
  return (await Promise.all(folders.map((folder) => docExamplesOf(new URL(folder, src))))).flat()
}

/** The examples in a folder's docstrings. All exports of the folder are in scope, and Either with its constructors. */
export const docExamplesOf = async (folder: URL): Promise<ReadonlyArray<DocExample>> => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && file !== "index.ts")
  if (!files.some((file) => readFileSync(new URL(file, folder), "utf8").includes("@example"))) return []
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href) as Promise<object>))
  const names = Object.assign({ Either, right: Either.right, left: Either.left }, ...modules) as DocExample["names"]
  const name = folder.pathname.split("/").at(-2)!
  return files.flatMap((file) =>
    [...readFileSync(new URL(file, folder), "utf8").matchAll(/@example (.*)$/gm)].map(([, line = ""]) => ({
      file: `${name}/${file}`,
      line: line.trim(),
      names
    }))
  )
}

/** The actual and the stated value of an example. */
export const evaluated = ({ line, names }: DocExample): readonly [actual: unknown, claimed: unknown] => {
  // The last ` // `, so that an expression may contain a URL.
  const at = line.lastIndexOf(" // ")
  if (at <= 0) throw new Error(`an example is one line, "expression // value": ${line}`)
  const value = (expression: string): unknown =>
    compileFunction(`return (${expression})`, Object.keys(names))(...Object.values(names)) as unknown
  return [value(line.slice(0, at)), value(line.slice(at + 4))]
}
