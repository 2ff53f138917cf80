import { isLoopbackHost } from "@auspex/adapters-http/engine"
import { Effect } from "effect"
import * as fs from "node:fs"
import * as net from "node:net"
import * as path from "node:path"
import * as tls from "node:tls"
import { mailDirectoryOf } from "../composition/ExternalServices.ts"
import { secretKeyFileOf } from "../composition/SecretKey.ts"
import type { Settings } from "../composition/Settings.ts"
import { hasDatabase, holderOf } from "../connection/Target.ts"
import { type Check, fail, pass, warn } from "./Check.ts"

const connectMillisMax = 5_000

/** Whether Auspex supports this version of Node. */
export const nodeCheck = (version: string): Check => {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number)
  return major > 20 || (major === 20 && minor >= 19)
    ? pass("node", `Node ${version}`)
    : fail("node", `Node ${version} is too old`, "install Node 20.19 or later")
}

const writable = (directory: string): boolean => {
  try {
    fs.accessSync(directory, fs.constants.W_OK | fs.constants.X_OK)
    return true
  } catch {
    return false // missing, or not permitted: the caller reports which
  }
}

const existingAncestor = (directory: string): string =>
  fs.existsSync(directory) || path.dirname(directory) === directory
    ? directory
    : existingAncestor(path.dirname(directory))

const openToOthers = (file: string): boolean => process.platform !== "win32" && (fs.statSync(file).mode & 0o077) !== 0

/** Checks that the data directory exists or can be made, is writable, and is closed to others when it holds secrets. */
export const dataDirCheck = ({ dataDir }: Settings): Check => {
  const name = "data directory"
  if (!fs.existsSync(dataDir)) {
    const parent = existingAncestor(dataDir)
    return writable(parent)
      ? pass(name, `${dataDir} will be made at the first start`)
      : fail(name, `${dataDir} does not exist and cannot be made in ${parent}`, "choose another --data-dir, or make it")
  }
  if (!fs.statSync(dataDir).isDirectory())
    return fail(name, `${dataDir} is not a directory`, "choose another --data-dir")
  if (!writable(dataDir)) return fail(name, `${dataDir} is not writable for this user`, `chown or chmod ${dataDir}`)
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
  if (!fs.existsSync(file)) return pass(name, `will be made in ${file}`)
  if (!isReadable(file)) return fail(name, `${file} cannot be read by this user`, `chown ${file}`)
  if (Buffer.from(fs.readFileSync(file, "utf8").trim(), "base64").length !== 32) {
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

const isReadable = (file: string): boolean => {
  try {
    fs.accessSync(file, fs.constants.R_OK)
    return true
  } catch {
    return false // reported by the caller
  }
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
    return Effect.succeed(
      writable(existingAncestor(directory))
        ? settings.databaseUrl === undefined
          ? pass(name, `written to files in ${directory}`)
          : warn(name, `written to files in ${directory}: nobody receives them`, "set AUSPEX_SMTP_URL")
        : fail(name, `${directory} is not writable`, `chown or chmod ${directory}, or set AUSPEX_SMTP_URL`)
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

/** Checks that the server can listen on the port, or that the running server of the data directory already does. */
export const portCheck = (
  settings: Settings,
  which: { readonly name: string; readonly flag: string; readonly port: number }
): Effect.Effect<Check> => {
  const name = `${which.name} port`
  const where = `${settings.host}:${which.port}`
  if (which.port === 0) return Effect.succeed(pass(name, "any free one"))
  const addresses = holderOf(settings.dataDir)?.addresses
  if (Object.values(addresses ?? {}).some((url) => url !== undefined && new URL(url).port === String(which.port))) {
    return Effect.succeed(pass(name, `${where} is held by the running server`))
  }
  return Effect.map(isFree(settings.host, which.port), (code) => {
    if (code === undefined) return pass(name, `${where} is free`)
    if (code === "EADDRINUSE")
      return fail(name, `${where} is taken by another process`, `stop it, or use another ${which.flag}`)
    return code === "EACCES"
      ? fail(name, `${where} is not allowed for this user`, `use a ${which.flag} of 1024 or more`)
      : fail(name, `${where}: ${code}`, "--host must be an address of this machine")
  })
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
