// npm run build: compiles, copies other files, removes output without a source, checks the data files, then runs each
// package's own step.
import { copyFileSync, existsSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import {
  ensureFolder,
  ensureInstalled,
  filesUnder,
  packageNames,
  recordBuild,
  root,
  run,
  runBin,
  say
} from "./ensure.mjs"

const copyStaticFiles = (folder) => {
  for (const path of filesUnder(join(folder, "src"))) {
    if (/\.tsx?$/.test(path)) continue
    const target = join(folder, "dist", relative(join(folder, "src"), path))
    ensureFolder(target)
    copyFileSync(path, target)
  }
}

/** Removes compiled files whose source was deleted or renamed; they could still be imported, and would be packed. */
const removeOrphans = (folder) => {
  for (const path of filesUnder(join(folder, "dist"))) {
    const source = join(folder, "src", relative(join(folder, "dist"), path))
    if (path.includes(join("dist", "generated"))) continue
    const stem = source.replace(/(\.d\.ts|\.js)(\.map)?$/, "")
    if (stem !== source && !existsSync(`${stem}.ts`) && !existsSync(`${stem}.tsx`) && !existsSync(source)) rmSync(path)
  }
}

/**
 * Builds every package, and with `withTests` the tests' types; resolves to whether everything succeeded. A package adds
 * its own step as `scripts/build.mjs`, whose output belongs in `dist/generated`.
 */
export const build = ({ withTests = false } = {}) =>
  recordBuild(async () => {
    const projects = withTests ? [] : packageNames().map((name) => `packages/${name}`)
    if ((await runBin("typescript", ["-b", ...projects], {}, "tsc")) !== 0) return false
    for (const name of packageNames()) {
      const folder = join(root, "packages", name)
      removeOrphans(folder)
      copyStaticFiles(folder)
    }
    if ((await run(process.execPath, [join(root, "scripts", "data.mjs")])) !== 0) return false
    for (const name of packageNames()) {
      const folder = join(root, "packages", name)
      const step = join(folder, "scripts", "build.mjs")
      if (existsSync(step) && (await run(process.execPath, [step], { cwd: folder })) !== 0) return false
    }
    return true
  })

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  ensureInstalled()
  const started = performance.now()
  const built = await build()
  say(
    built ? `built in ${((performance.now() - started) / 1000).toFixed(1)} s` : "the build failed; see the lines above"
  )
  process.exitCode = built ? 0 : 1
}
