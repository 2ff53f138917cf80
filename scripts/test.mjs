// npm test: build, the cheap checks side by side, then the tests.
//   npm test                      everything; the tests are not started when a check fails
//   npm test -- --all             the tests run although a check failed (continuous integration)
//   npm test -- packages/domain   the checks, and the tests whose path contains this
//   npm test -- --thorough        more rounds of races and kills, and the longest suites on both databases
//   npm test -- --slow            lists the twenty slowest files at the end, in seconds
// The last line is always `N passed, N failed`, and the exit code is not 0 when anything failed.
import { spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { binOf, cachePath, ensureInstalled, root, runBin, say } from "./ensure.mjs"

const args = process.argv.slice(2)
const testsRunAnyway = args.includes("--all")
const listsSlowest = args.includes("--slow")
const vitestArgs = args.filter((arg) => !["--all", "--thorough", "--slow"].includes(arg))
if (args.includes("--thorough")) process.env["AUSPEX_TEST_THOROUGH"] = "1"
let checksFailed = 0

const seconds = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`.padStart(7)
const report = (name, started, ok, note = "") =>
  console.log(`${ok ? "ok  " : "FAIL"} ${seconds(started)}  ${name}${note}`)

/** Runs a check and shows its output only when it fails, so that a successful run prints a line per step. */
const check = async (name, script, scriptArgs = [], env = {}) => {
  const started = performance.now()
  const child = spawn(process.execPath, [script, ...scriptArgs], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const chunks = []
  child.stdout.on("data", (chunk) => chunks.push(chunk))
  child.stderr.on("data", (chunk) => chunks.push(chunk))
  const code = await new Promise((resolve) => {
    child.on("error", () => resolve(1))
    child.on("close", resolve)
  })
  report(name, started, code === 0)
  if (code !== 0) {
    checksFailed += 1
    console.log(Buffer.concat(chunks).toString().trimEnd())
  }
}

/** Effect's own diagnostics (floating effects, a missing `*` after `yield`) on the sources of all packages. */
const effectDiagnostics = () =>
  check("effect diagnostics (tsgo)", binOf("@effect/tsgo", "effect-tsgo"), [
    "diagnostics",
    "--project",
    "tsconfig.effect.json",
    "--severity",
    "error",
    "--format",
    "text"
  ])

const runTests = async () => {
  const started = performance.now()
  const outcomes = cachePath("vitest.json")
  rmSync(outcomes, { force: true })
  const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${outcomes}`]
  const code = await runBin("vitest", ["run", ...reporters, ...vitestArgs])
  const counts = countsOf(outcomes, code)
  report("vitest", started, counts.failed === 0, ` (${counts.files} files)`)
  if (listsSlowest) { for (const line of slowestIn(outcomes)) console.log(line) }
  return counts
}

/** The slowest files of the JSON report, one a line: how long their tests and hooks took, and how many there are. */
const slowestIn = (path) => {
  if (!existsSync(path)) return []
  const took = ({ endTime, startTime }) => endTime - startTime
  return JSON.parse(readFileSync(path, "utf8")).testResults
    .toSorted((one, other) => took(other) - took(one))
    .slice(0, 20)
    .map((file) => {
      const time = `${(took(file) / 1000).toFixed(1)} s`.padStart(12)
      return `${time}  ${relative(root, file.name)} (${file.assertionResults.length} tests)`
    })
}

/**
 * The counts of the JSON report. A file that could not be loaded, or a run that broke otherwise, counts as a failure.
 */
const countsOf = (path, code) => {
  let outcome
  try {
    outcome = JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return { files: 0, passed: 0, failed: 1 }
  }
  const unloaded =
    outcome.testResults.filter(({ assertionResults, status }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed")
    ).length
  const failed = outcome.numFailedTests + unloaded
  return {
    files: outcome.testResults.length,
    passed: outcome.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed
  }
}

let tests = { files: 0, passed: 0, failed: 0 }
// Even if the process ends early, the counts come last and the run counts as failed.
process.exitCode = 1
process.on("exit", (code) => {
  const failed = tests.failed + checksFailed
  console.log(`${tests.passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`)
})

ensureInstalled()
const { build } = await import("./build.mjs")
const began = performance.now()
const cacheOfDprint = { DPRINT_CACHE_DIR: cachePath("dprint") }

const started = performance.now()
say("building packages and the types of the tests")
const built = await build({ withTests: true })
report("tsc -b, tests included", started, built)
if (!built) checksFailed += 1

await Promise.all([
  check("format (dprint; `npm run format` mends it)", binOf("dprint"), ["check"], cacheOfDprint).then(() =>
    check("neutral bundle of @auspex/domain", join(root, "scripts", "bundle.mjs"))
  ).then(effectDiagnostics),
  check("lint (oxlint, type-aware)", binOf("oxlint"), ["--type-aware", "--deny-warnings"]).then(() =>
    check("fences (dependency-cruiser)", join(root, "scripts", "fences.mjs"))
  )
])

if (checksFailed === 0 || testsRunAnyway) tests = await runTests()
else console.log("The tests were not started, because a check failed (`npm test -- --all` runs them anyway).")

report("all", began, checksFailed + tests.failed === 0)
process.exitCode = checksFailed + tests.failed === 0 && tests.passed > 0 ? 0 : 1
