// A neutral bundle of @auspex/domain: it resolves neither a browser's nor Node's modules, so an import of one fails.
import { build } from "esbuild"
import { existsSync, readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"

const src = new URL("../packages/domain/src/", import.meta.url)
const entries = ["", ...readdirSync(src).map((slice) => `${slice}/`)]
  .map((slice) => fileURLToPath(new URL(`${slice}index.ts`, src)))
  .filter((path) => existsSync(path))
const { metafile } = await build({
  entryPoints: entries,
  bundle: true,
  write: false,
  metafile: true,
  platform: "neutral",
  mainFields: ["module", "main"],
  conditions: ["import"],
  format: "esm",
  outdir: "unwritten",
  logLevel: "error"
})
const foreignModules = Object.keys(metafile.inputs).filter((path) =>
  !/(^|\/)(packages\/domain\/src|node_modules\/(effect|fast-check|pure-rand|@standard-schema\/spec))\//.test(path)
)
for (const path of foreignModules) console.error(`the bundle of @auspex/domain contains ${path}`)
if (entries.length === 0) console.error("no entry point was found, so the bundle proves nothing")
process.exitCode = foreignModules.length > 0 || entries.length === 0 ? 1 : 0
console.log(`${entries.length} entries, ${Object.keys(metafile.inputs).length} modules, none of a platform`)
