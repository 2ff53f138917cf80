import { HttpServer } from "@auspex/adapters-http/engine"
import type { TestDatabase } from "@auspex/testkit/databases"
import { Layer, ManagedRuntime } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { Auspex } from "../../src/composition/Auspex.ts"

/** The admin key of the test servers. */
export const adminKey = "ak_X3v9Qw7LrT2mZp8Kc5Ns4Hd6"

/** A parsed answer. */
export interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly body: any
}

/** A request: `key` is an agent key or human token, `admin` sends the admin key, `from` is the client's address. */
export interface Ask {
  readonly body?: unknown
  readonly key?: string
  readonly admin?: boolean
  readonly from?: string
  readonly headers?: Record<string, string>
}

/** A complete server on a test database that trusts X-Forwarded-For from this machine. */
export const startServer = async (db: TestDatabase, layer: TestDatabase["layer"] = db.layer) => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "auspex-accounts-"))
  const settings = {
    host: "127.0.0.1",
    port: 0,
    researchPort: 0,
    dataDir,
    databaseUrl: undefined,
    adminKey,
    secretKey: undefined,
    publicUrl: "https://auspex.example",
    researchUrl: undefined,
    trustedProxies: ["127.0.0.1"],
    smtpUrl: undefined,
    allowPrivateEgress: false,
    natsUrl: undefined,
    ollamaUrl: undefined,
    modelPool: [],
    embeddings: undefined,
    modelRequestsPerDay: 500,
    rateLimits: {},
    stopDelaySeconds: 0,
    logLevel: "error" as const,
    demo: false
  }
  const tuning = { checkResponses: true, stopDelayMillis: 0, background: false }
  const runtime = ManagedRuntime.make(Auspex.serverOn(settings, tuning).pipe(Layer.provideMerge(layer)))
  const { url } = await runtime.runPromise(HttpServer)

  const ask = async (method: string, target: string, { admin, body, from, headers, key }: Ask = {}): Promise<Seen> => {
    const response = await fetch(url + target, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : key.startsWith("ht_") ? { authorization: `Bearer ${key}` } : { "x-api-key": key }),
        ...(admin === true ? { "x-admin-key": adminKey } : {}),
        ...(from === undefined ? {} : { "x-forwarded-for": from }),
        ...headers
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("json") === true
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  /** All mails to an address, oldest first. */
  const mailsTo = (address: string): ReadonlyArray<string> => {
    const folder = path.join(dataDir, "mail")
    if (!fs.existsSync(folder)) return []
    return fs.readdirSync(folder).filter((file) => file.endsWith(".eml")).sort()
      .map((file) => fs.readFileSync(path.join(folder, file), "utf8"))
      .filter((mail) => mail.includes(`To: ${address}`))
  }

  const close = async () => {
    await runtime.dispose()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  return { url, ask, mailsTo, close }
}
