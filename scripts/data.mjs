// node scripts/data.mjs: checks every data file that a built module imports by the schema that the module gives it.
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { filesUnder, packageNames, root } from "./ensure.mjs"

const dataImport = /from "\.{1,2}\/(\S+\.json)" with \{ type: "json" \}/g

/**
 * The modules of every package that import data files, and the names of these files.
 * @param {"src" | "dist"} folder
 * @returns {ReadonlyArray<{ path: string, files: ReadonlyArray<string> }>}
 */
export const dataModules = (folder) =>
  packageNames().flatMap((name) => [...filesUnder(join(root, "packages", name, folder))])
    .filter((path) => (folder === "src" ? /\.ts$/ : /\.js$/).test(path) && !path.includes(join("dist", "generated")))
    .map((path) => ({
      path,
      files: [...readFileSync(path, "utf8").matchAll(dataImport)].map(([, to]) => basename(to))
    }))
    .filter(({ files }) => files.length > 0)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const modules = dataModules("dist")
  // A module may fail to load because its data are wrong; the schema says so more clearly.
  const loads = await Promise.allSettled(modules.map(({ path }) => import(pathToFileURL(path).href)))
  const unloaded = loads.flatMap((load) => load.status === "rejected" ? [String(load.reason?.stack)] : [])
  const { dataFileNames, wrongDataFiles } = await import("../packages/domain/dist/kernel/dataFile.js")
  const declared = new Set(dataFileNames())
  const undeclared = modules.flatMap(({ files }) => files).filter((file) => !declared.has(file))
    .map((file) => `${file} has no schema: import it through dataFile()`)
  const wrong = wrongDataFiles()
  const mistakes = wrong.length > 0 ? wrong : [...unloaded, ...undeclared]
  for (const mistake of mistakes) console.error(mistake)
  if (modules.length === 0) console.error("no module with a data file was found, so the check proves nothing")
  process.exitCode = mistakes.length > 0 || modules.length === 0 ? 1 : 0
}
