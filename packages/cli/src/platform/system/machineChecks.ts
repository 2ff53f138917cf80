import { type DataDirectoryHolder, DataDirectoryUnusable, readLock, readSmallFile } from "@auspex/adapters-pg/directory"
import { isLoopbackHost } from "@auspex/adapters-http/engine"
import { Effect } from "effect"
import * as fs from "node:fs"
import * as net from "node:net"
import * as path from "node:path"
import * as tls from "node:tls"
import { mailDirectoryOf, tryDirectory } from "../../composition/MailFolder.ts"
import { secretKeyFileOf } from "../../composition/SecretKey.ts"
import type { Settings } from "../../composition/Settings.ts"
import { hasDatabase } from "../../kit/connection/Target.ts"
import { systemCodeOf, systemReason } from "../../kit/invocation/systemReason.ts"
import { type Check, fail, pass, warn } from "./Check.ts"

const connectMillisMax = 5_000

/** Whether Auspex supports this version of Node. */
export const nodeCheck = (version: string): Check => {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number)
  return major > 20 || (major === 20 && minor >= 19)
    ? pass("node", `Node ${version}`)
    : fail("node", `Node ${version} is too old`, "install Node 20.19 or later")
}

/** Runs something on the file system; the reason when that fails. */
const whyNot = (work: () => void): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    const code = error instanceof DataDirectoryUnusable ? error.code : systemCodeOf(error)
    const part = error instanceof DataDirectoryUnusable ? error.part : undefined
    return part === undefined ? systemReason(code) : `${part}: ${systemReason(code)}`
  }
}

/** The directory itself, or the nearest one above it that exists. Throws when something else is in its place. */
const existingAncestor = (directory: string): string => {
  const found = fs.statSync(directory, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) return directory
  if (found !== undefined) throw Object.assign(new Error(`${directory} is not a directory`), { code: "ENOTDIR" })
  // A symbolic link that leads nowhere.
  if (fs.lstatSync(directory, { throwIfNoEntry: false }) !== undefined)
    throw Object.assign(new Error(`${directory} leads nowhere`), { code: "ENOENT" })
  return existingAncestor(path.dirname(directory))
}

/** Whether files can be made in the directory once it exists; tried, since permissions alone do not tell. */
const whyUnwritable = (directory: string): string | undefined => whyNot(() => tryDirectory(existingAncestor(directory)))

const openToOthers = (file: string): boolean => process.platform !== "win32" && (fs.statSync(file).mode & 0o077) !== 0

/** Checks that the data directory exists or can be made, is writable, and is closed to others when it holds secrets. */
export const dataDirCheck = ({ dataDir }: Settings): Check => {
  const name = "data directory"
  const reason = whyUnwritable(dataDir) ?? whyNot(() => readLock(dataDir))
  if (reason !== undefined)
    return fail(name, `${dataDir} cannot be used: ${reason}`, "choose another --data-dir, or make this one writable")
  if (!fs.existsSync(dataDir)) return pass(name, `${dataDir} will be made at the first start`)
  return openToOthers(dataDir)
    ? warn(name, `${dataDir} can be read by others on this machine`, `chmod 700 ${dataDir}`)
    : pass(name, `${dataDir}, ${hasDatabase(dataDir) ? "with a database" : "without a database yet"}`)
}

/** The key that encrypts stored secrets. */
export const secretKeyCheck = (settings: Settings): Check => {
  const name = "secret key"
  if (settings.secretKey !== undefined) return pass(name, "from AUSPEX_SECRET_KEY")
  if (settings.databaseUrl !== undefined) {
    return fail(name, "none, and several instances must share one", "set AUSPEX_SECRET_KEY (openssl rand -base64 32)")
  }
  const file = secretKeyFileOf(settings.dataDir)
  if (fs.lstatSync(file, { throwIfNoEntry: false }) === undefined) return pass(name, `will be made in ${file}`)
  let text = ""
  const reason = whyNot(() => {
    text = readSmallFile(file)
  })
  if (reason !== undefined) return fail(name, `${file} cannot be read: ${reason}`, "make it a file of this user")
  if (Buffer.from(text.trim(), "base64").length !== 32) {
    return fail(
      name,
      `${file} does not hold 32 bytes in base64`,
      "restore it from a backup: what it encrypted needs it"
    )
  }
  return openToOthers(file)
    ? warn(name, `${file} can be read by others on this machine`, `chmod 600 ${file}`)
    : pass(name, file)
}

const greeting = (url: URL): Effect.Effect<string, string> =>
  Effect.async((resume) => {
    const secure = url.protocol === "smtps:"
    const port = url.port === "" ? (secure ? 465 : 587) : Number(url.port)
    const host = url.hostname.replace(/^\[|\]$/g, "")
    const socket = secure ? tls.connect({ host, port, servername: host }) : net.connect({ host, port })
    const end = (result: Effect.Effect<string, string>): void => {
      socket.destroy()
      resume(result)
    }
    socket.setTimeout(connectMillisMax, () => end(Effect.fail("does not answer")))
    socket.once("error", (error) => end(Effect.fail(error.message)))
    socket.once("data", (data) => end(Effect.succeed(data.toString("latin1").split("\r\n")[0] ?? "")))
    return Effect.sync(() => socket.destroy())
  })

/** Checks that mails can be delivered: the folder is writable, or the SMTP server greets. */
export const mailCheck = (settings: Settings): Effect.Effect<Check> => {
  const name = "mail"
  if (settings.smtpUrl === undefined) {
    const directory = mailDirectoryOf(settings)
    const reason = whyUnwritable(directory)
    return Effect.succeed(
      reason === undefined
        ? settings.databaseUrl === undefined
          ? pass(name, `written to files in ${directory}`)
          : warn(name, `written to files in ${directory}: nobody receives them`, "set AUSPEX_SMTP_URL")
        : fail(name, `${directory} cannot be used: ${reason}`, "choose another --data-dir, or set AUSPEX_SMTP_URL")
    )
  }
  const url = new URL(settings.smtpUrl)
  const where = `${url.protocol}//${url.host}`
  return Effect.match(greeting(url), {
    onSuccess: (line) =>
      line.startsWith("220")
        ? pass(name, `${where} answers`)
        : fail(name, `${where} answers "${line.slice(0, 80)}"`, "AUSPEX_SMTP_URL must name an SMTP server"),
    onFailure: (reason) => fail(name, `${where}: ${reason}`, "check AUSPEX_SMTP_URL and the network to that server")
  })
}

const isFree = (host: string, port: number): Effect.Effect<string | undefined> =>
  Effect.async((resume) => {
    const probe = net.createServer()
    probe.once("error", (error: NodeJS.ErrnoException) => resume(Effect.succeed(error.code ?? error.message)))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resume(Effect.succeed(undefined))))
  })

/** A port to check: that of a setting. */
interface CheckedPort {
  readonly api: "core" | "research"
  readonly flag: string
  readonly port: number
  /** Whether a flag or a variable names the port. */
  readonly isChosen: boolean
}

const freePortCheck = (name: string, host: string, { flag, port }: CheckedPort): Effect.Effect<Check> => {
  const where = `${host}:${port}`
  if (port === 0) return Effect.succeed(pass(name, "any free one"))
  return Effect.map(isFree(host, port), (code) => {
    if (code === undefined) return pass(name, `${where} is free`)
    if (code === "EADDRINUSE")
      return fail(name, `${where} is taken by another process`, `stop it, or use another ${flag}`)
    return code === "EACCES"
      ? fail(name, `${where} is not allowed for this user`, `use a ${flag} of 1024 or more`)
      : fail(name, `${where}: ${code}`, "--host must be an address of this machine")
  })
}

/**
 * Checks the port in use: that of the running server of the data directory, unless the settings name another one. There
 * the server must listen; a port of the settings must be free.
 */
export const portCheck = (
  settings: Pick<Settings, "host">,
  wanted: CheckedPort,
  holder: DataDirectoryHolder | undefined
): Effect.Effect<Check> => {
  const name = `${wanted.api} port`
  const address = holder?.addresses?.[wanted.api]
  const url = address === undefined ? undefined : new URL(address)
  if (url === undefined || (wanted.isChosen && url.port !== String(wanted.port)))
    return freePortCheck(name, settings.host, wanted)
  const host = url.hostname.replace(/^\[|\]$/g, "")
  return Effect.map(isFree(host, Number(url.port)), (code) =>
    code === "EADDRINUSE"
      ? pass(name, `${url.host} is held by the running server`)
      : fail(
        name,
        `the running server has announced ${url.host}, but nothing listens there`,
        `restart process ${holder?.pid}`
      ))
}

/** Warnings about settings that are allowed but seldom intended. */
export const exposureChecks = (settings: Settings): ReadonlyArray<Check> => {
  return [
    ...(!isLoopbackHost(settings.host) && settings.publicUrl === undefined
      ? [
        warn(
          "public address",
          `links in mails will point to http://${settings.host}:${settings.port}`,
          "set AUSPEX_PUBLIC_URL"
        )
      ]
      : []),
    ...(settings.allowPrivateEgress
      ? [
        warn("egress", "outgoing calls may reach private addresses", "unset AUSPEX_ALLOW_PRIVATE_EGRESS in production")
      ]
      : [])
  ]
}
