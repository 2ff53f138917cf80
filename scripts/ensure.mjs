// The first step of `npm start`, `npm test` and `npm run bench`: installs packages that are missing or stale, and
// builds what is stale. Plain Node without dependencies, because a fresh clone has none installed.
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The root of the repository. */
export const root = fileURLToPath(new URL("..", import.meta.url))
const cache = join(root, "node_modules", ".cache", "auspex")
const lockStamp = join(cache, "lock.sha256")
const buildStamp = join(cache, "build.sha256")
const lockFile = join(root, "package-lock.json")
const installedLockFile = join(root, "node_modules", ".package-lock.json")

/** Prints one line about the current action and its reason, on stderr, because stdout is for data. */
export const say = (line) => console.error(`auspex: ${line}`)

/** A file in node_modules/.cache, which a fresh install removes. */
export const cachePath = (name) => {
  mkdirSync(cache, { recursive: true })
  return join(cache, name)
}

/**
 * Runs a program and passes its output through; resolves to its exit code (a signal counts as 1). Forwards signals to
 * stop, so that no process is left running.
 */
export const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options })
    const stop = (signal) => child.kill(signal)
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop)
    child.on("exit", () => process.removeListener("SIGINT", stop).removeListener("SIGTERM", stop))
    child.on("error", (error) => {
      console.error(String(error))
      resolve(1)
    })
    child.on("close", (code) => resolve(code ?? 1))
  })

/** The path of a program of an installed package, from its manifest, without a shell or `npx`. */
export const binOf = (packageName, name = packageName) => {
  const folder = join(root, "node_modules", packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return join(folder, typeof bin === "string" ? bin : bin[name])
}

/** Runs such a program with this Node. */
export const runBin = (packageName, args, options, name) =>
  run(process.execPath, [binOf(packageName, name), ...args], options)

const sha256 = (text) => createHash("sha256").update(text).digest("hex")
const readIfExists = (path) => existsSync(path) ? readFileSync(path, "utf8") : ""
const mtimeOf = (path) => statSync(path).mtimeMs

/** The first package in the lock file that node_modules lacks or has in another version. */
const firstDifference = () => {
  const locked = JSON.parse(readFileSync(lockFile, "utf8")).packages
  const present = JSON.parse(readFileSync(installedLockFile, "utf8")).packages
  return Object.entries(locked).find(([path, entry]) =>
    path.includes("node_modules/") && entry.optional !== true && entry.peer !== true &&
    (present[path]?.version !== entry.version || present[path]?.integrity !== entry.integrity)
  )?.[0]
}

/** The reason why an install is needed; undefined when the installed packages match package-lock.json. */
export const installReason = () => {
  if (!existsSync(installedLockFile)) return "node_modules is missing"
  if (mtimeOf(lockFile) <= mtimeOf(installedLockFile)) return undefined
  const hash = sha256(readFileSync(lockFile))
  if (readIfExists(lockStamp) === hash) return undefined
  const path = firstDifference()
  if (path !== undefined) return `package-lock.json is newer than node_modules (${path})`
  writeFileSync(cachePath("lock.sha256"), hash)
  return undefined
}

/** Installs without package scripts when needed; ends the process when the install fails. */
export const ensureInstalled = () => {
  const [major, minor] = process.versions.node.split(".").map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    say(`Node ${process.versions.node} is too old: Auspex needs 20.19 or newer`)
    process.exit(1)
  }
  const reason = installReason()
  if (reason === undefined) return
  say(`installing packages, because ${reason} (npm ci --ignore-scripts; half a minute the first time)`)
  const npm = process.env.npm_execpath
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  const { status } = npm !== undefined && /\.c?js$/.test(npm)
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ["ignore", 2, 2] })
    : spawnSync("npm", args, { cwd: root, stdio: ["ignore", 2, 2], shell: process.platform === "win32" })
  if (status !== 0) {
    say("the install failed; see the lines above")
    process.exit(1)
  }
  writeFileSync(cachePath("lock.sha256"), sha256(readFileSync(lockFile)))
}

/** The names of the folders in packages/. */
export const packageNames = () =>
  readdirSync(join(root, "packages")).filter((name) => existsSync(join(root, "packages", name, "package.json")))

/** Every file below `folder`; none when it does not exist. */
export function* filesUnder(folder) {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    else yield path
  }
}

/**
 * A hash of the path, size and time of every file that a build reads: a few milliseconds, much less than reading the
 * files.
 */
const fingerprint = () => {
  const files = [
    ...["package-lock.json", "tsconfig.base.json", "tsconfig.json", "scripts/build.mjs"].map((name) =>
      join(root, name)
    ),
    ...packageNames().flatMap((name) => {
      const folder = join(root, "packages", name)
      return [
        join(folder, "tsconfig.json"),
        join(folder, "package.json"),
        ...["src", "migrations", "scripts"].flatMap((inner) => [...filesUnder(join(folder, inner))])
      ]
    })
  ]
  return sha256(
    files.map((path) => {
      const { mtimeMs, size } = statSync(path)
      return `${path.slice(root.length)} ${size} ${mtimeMs}`
    }).join("\n")
  )
}

/** The reason why a build is needed; undefined when none is. */
export const buildReason = () => {
  const unbuilt = packageNames().find((name) =>
    existsSync(join(root, "packages", name, "src")) && !existsSync(join(root, "packages", name, "dist"))
  )
  if (unbuilt !== undefined) return `packages/${unbuilt} has no dist folder`
  const stamp = readIfExists(buildStamp)
  if (stamp === "") return "no finished build is on record"
  return stamp === fingerprint() ? undefined : "sources changed since the last build"
}

/** Builds when needed. Resolves to whether everything is built. */
export const ensureBuilt = async () => {
  const reason = buildReason()
  if (reason === undefined) return true
  say(`building, because ${reason}`)
  return (await run(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: ["ignore", 2, 2] })) === 0
}

/** Does a build and records it when it succeeded. A change during the build leaves the record stale. */
export const recordBuild = async (build) => {
  const before = fingerprint()
  rmSync(buildStamp, { force: true })
  const built = await build()
  if (built) writeFileSync(cachePath("build.sha256"), before)
  return built
}

/** Creates the folder of `path`. */
export const ensureFolder = (path) => mkdirSync(dirname(path), { recursive: true })
