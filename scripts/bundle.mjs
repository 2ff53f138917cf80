// A neutral bundle of @auspex/domain: it resolves neither a browser's nor Node's modules, so an import of one fails.
import { build } from "esbuild"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const manifest = new URL("../packages/domain/package.json", import.meta.url)
const entries = Object.values(JSON.parse(readFileSync(manifest, "utf8")).exports)
  .map((entry) => fileURLToPath(new URL(entry["auspex-source"], manifest)))
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
