import { type DataDirectoryHolder, postgresDirectoryOf, readLock } from "@auspex/adapters-pg/directory"
import { Effect } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import type { CommandIo } from "../invocation/CommandIo.ts"
import type { TargetFlags } from "../invocation/Invocation.ts"
import { TargetUnavailable, WrongUsage } from "../invocation/CommandFailure.ts"

/** The server or database that a command works on. `named` is false for the default directory. */
export type Target =
  | { readonly kind: "server"; readonly url: string; readonly named: boolean }
  | { readonly kind: "database"; readonly databaseUrl: string; readonly named: true }
  | { readonly kind: "directory"; readonly dataDir: string; readonly named: boolean }

const defaultDataDir = "./.auspex"

/** A database address without its password. */
export const withoutPassword = (url: string): string => {
  if (!URL.canParse(url)) return "the given address"
  const parsed = new URL(url)
  if (parsed.password !== "") parsed.password = "***"
  return parsed.href
}

/** A description of the target. */
export const targetText = (target: Target): string => {
  if (target.kind === "server") return `the server at ${target.url}`
  return target.kind === "database"
    ? `the database ${withoutPassword(target.databaseUrl)}`
    : `the embedded database in ${target.dataDir}`
}

const serverTarget = (url: string): Effect.Effect<Target, WrongUsage> =>
  URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol)
    ? Effect.succeed({ kind: "server", url: url.replace(/\/+$/, ""), named: true })
    : Effect.fail(new WrongUsage({ message: `"${url}" is not the address of a server (http://… or https://…)` }))

/**
 * The target named by the flags; else by the environment (one of `AUSPEX_SERVER`, `AUSPEX_DATABASE_URL` and
 * `AUSPEX_DATA_DIR`); else the default directory. Several targets are refused: a command must not guess which database
 * to work on.
 */
export const targetOf = (flags: TargetFlags, env: CommandIo["env"]): Effect.Effect<Target, WrongUsage> => {
  const given = (names: Readonly<Record<string, string | undefined>>) =>
    Object.entries(names).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "")
  const choose = (found: ReadonlyArray<readonly [string, string]>): Effect.Effect<Target | undefined, WrongUsage> => {
    const [first, ...others] = found
    if (first === undefined) return Effect.succeed(undefined)
    if (others.length > 0) {
      const names = found.map(([name]) => name).join(" and ")
      return Effect.fail(new WrongUsage({ message: `${names} name different targets; choose one by a flag` }))
    }
    const [name, value] = first
    if (name.toLowerCase().includes("server")) return serverTarget(value)
    return Effect.succeed(
      /database/i.test(name)
        ? { kind: "database", databaseUrl: value, named: true }
        : { kind: "directory", dataDir: path.resolve(value), named: true }
    )
  }
  return Effect.gen(function*() {
    if (flags.dataDir?.trim() === "")
      return yield* new WrongUsage({ message: "--data-dir: must name a directory" })
    const byFlags = yield* choose(
      given({ "--server": flags.server, "--database-url": flags.databaseUrl, "--data-dir": flags.dataDir })
    )
    if (byFlags !== undefined) return byFlags
    // A server process has a data directory beside its database; the database takes precedence.
    const byEnvironment = yield* choose(given({
      AUSPEX_SERVER: env["AUSPEX_SERVER"],
      AUSPEX_DATABASE_URL: env["AUSPEX_DATABASE_URL"],
      ...((env["AUSPEX_DATABASE_URL"] ?? "") === "" ? { AUSPEX_DATA_DIR: env["AUSPEX_DATA_DIR"] } : {})
    }))
    return byEnvironment ?? { kind: "directory", dataDir: path.resolve(defaultDataDir), named: false }
  })
}

/** The running server that holds the directory; undefined if there is none. */
export const holderOf = (dataDir: string): DataDirectoryHolder | undefined => readLock(dataDir)

/** Whether the directory contains an embedded database. */
export const hasDatabase = (dataDir: string): boolean =>
  fs.existsSync(path.join(postgresDirectoryOf(dataDir), "PG_VERSION"))

/**
 * The same target, or the server that holds its directory. Fails with `TargetUnavailable` if the directory has no
 * database, or if its holder does not answer requests.
 */
export const reachableTarget = (
  target: Target,
  api: "core" | "research" = "core"
): Effect.Effect<Target, TargetUnavailable> => {
  if (target.kind !== "directory") return Effect.succeed(target)
  const holder = holderOf(target.dataDir)
  if (holder !== undefined) {
    const url = holder.addresses?.[api]
    return url === undefined
      ? Effect.fail(
        new TargetUnavailable({
          message:
            `${target.dataDir} is in use by process ${holder.pid}, which does not answer requests (yet); try again`
        })
      )
      : Effect.succeed({ kind: "server", url, named: target.named })
  }
  return hasDatabase(target.dataDir)
    ? Effect.succeed(target)
    : Effect.fail(
      new TargetUnavailable({
        message: `there is no database in ${target.dataDir}. Name one with --server, --database-url or --data-dir; `
          + "auspex migrate makes a new one"
      })
    )
}
