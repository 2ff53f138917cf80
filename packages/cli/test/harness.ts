import { HttpServer, ResearchServer, ownRateMaxima } from "@auspex/adapters-http/engine"
import { SecretBox, webhookSecretsNode } from "@auspex/adapters-http/outbound"
import { AdminKeys } from "@auspex/domain/accounts"
import { outsideOfUnits, quickPasswordHasher } from "@auspex/testkit/outside"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, Logger, LogLevel, ManagedRuntime, Record } from "effect"
import { randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { Agent, request } from "undici"
import { Auspex, type ServerTuning } from "../src/composition/Auspex.ts"
import { mailDirectoryOf } from "../src/composition/MailFolder.ts"
import { checkedBy, documentedAnswers } from "./documentedAnswers.ts"
import { type Settings, settingsFrom } from "../src/composition/Settings.ts"

/** A complete answer. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed JSON body, untyped. */
  // oxlint-disable-next-line no-explicit-any
  readonly body: any
}

export interface CallOptions {
  /** Agent key, human token or admin key; its kind decides the header. */
  readonly as?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The client address, sent as X-Forwarded-For, which the server trusts from the harness. */
  readonly from?: string
}

const credential = (secret: string): Record<string, string> =>
  secret.startsWith("ak_")
    ? { "x-admin-key": secret }
    : secret.startsWith("ht_") || secret.startsWith("rk_")
    ? { authorization: `Bearer ${secret}` }
    : { "x-api-key": secret }

/** A server on a test database, and a client for it. */
export interface RunningAuspex {
  readonly url: string
  /** The address of the research API. */
  readonly researchUrl: string
  readonly adminKey: string
  readonly settings: Settings
  readonly call: (method: string, target: string, options?: CallOptions) => Promise<Answer>
  /** Calls the research API; a workspace key goes into `Authorization`. */
  readonly research: (method: string, target: string, options?: CallOptions) => Promise<Answer>
  /** The texts of all mails sent, oldest first. */
  readonly mails: () => ReadonlyArray<string>
  readonly run: <A, E>(
    effect: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof Auspex.serverOn>> | SqlClient>
  ) => Promise<A>
  readonly stop: () => Promise<void>
}

/** All instances of a test share the key that encrypts secrets. */
const secretKey = randomBytes(32)

/** Makes secrets of webhooks that the servers of tests can open. */
export const testWebhookSecrets = webhookSecretsNode(Effect.succeed(new SecretBox(secretKey)))

// Calls without an address get a new one, so that limits per address do not couple tests.
let addresses = 0
const freshAddress = (): string => `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`

/** For tests in which something changes behind the server's back, as the clock does. */
export const withoutCache: ServerTuning = { cache: { freshMillisMax: 0, ageMillisMax: 0 } }

/**
 * Starts the complete server on `database`, on a free port. Answers are checked against the contract, and those of `call`
 * and `research` against the OpenAPI documents; slow work inside a unit of work fails, and there are no background
 * workers (tests tick them). The limits of one instance are off, and
 * password hashes are cheap, unless `tuning` overrides that.
 */
export const startAuspex = async (
  database: Layer.Layer<SqlClient>,
  tuning: ServerTuning & { readonly flags?: Parameters<typeof settingsFrom>[0]; readonly address?: string } = {}
): Promise<RunningAuspex> => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-test-"))
  const settings = await Effect.runPromise(
    settingsFrom({
      port: "0",
      researchPort: "0",
      dataDir,
      trustedProxies: "127.0.0.1",
      publicUrl: "http://auspex.test",
      secretKey: secretKey.toString("base64"),
      ...tuning.flags
    }, {})
  )
  // Unless the test is about the setting.
  const rates = tuning.flags?.rateLimits === undefined ? { ownRates: Record.map(ownRateMaxima, () => Infinity) } : {}
  // An embedded database blocks the event loop of client and server, so the time-outs of connections are long.
  const patient = { headersTimeoutMillis: 60_000, requestTimeoutMillis: 120_000, keepAliveTimeoutMillis: 60_000 }
  const runtime = ManagedRuntime.make(
    Auspex.serverOn(settings, {
      checkResponses: true,
      background: false,
      ...rates,
      stopDelayMillis: 0,
      passwordHasher: quickPasswordHasher,
      interceptor: outsideOfUnits,
      reading: { pauseMillis: 0 },
      ...patient,
      ...tuning
    }).pipe(
      Layer.provideMerge(database),
      Layer.provide(Logger.minimumLogLevel(LogLevel.Error))
    )
  )
  const { research, server, made } = await runtime.runPromise(Effect.all({
    server: HttpServer,
    research: ResearchServer,
    made: Effect.flatMap(AdminKeys, (keys) => keys.make({ name: "test" }, `test ${dataDir.slice(-6)}`))
  }))
  const connections = new Agent()
  /** By the name of the file: each new person looks through all mails for its own. */
  const mailTexts = new Map<string, string>()
  const callAt = (url: string): RunningAuspex["call"] => async (method, target, options = {}) => {
    // Not `fetch`, which costs four times as much processor time: a third of that of a typical test.
    const response = await request(`${url}${target}`, {
      dispatcher: connections,
      method,
      headers: {
        "x-forwarded-for": options.from ?? tuning.address ?? freshAddress(),
        ...(options.as === undefined ? {} : credential(options.as)),
        ...(options.body === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers
      },
      ...(options.body === undefined
        ? {}
        : { body: typeof options.body === "string" ? options.body : JSON.stringify(options.body) })
    })
    const text = await response.body.text()
    const headers = new Headers()
    for (const [name, values] of Object.entries(response.headers)) {
      for (const value of [values ?? []].flat()) headers.append(name, value)
    }
    const isJson = /^application\/(?:\w+\+)?json\b/.test(headers.get("content-type") ?? "")
    return {
      status: response.statusCode,
      headers,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : undefined
    }
  }
  return {
    url: server.url,
    researchUrl: research.url,
    adminKey: made.secret,
    settings,
    call: checkedBy(documentedAnswers.core, callAt(server.url)),
    research: checkedBy(documentedAnswers.research, callAt(research.url)),
    mails: () => {
      const directory = mailDirectoryOf(settings)
      return readdirSync(directory).sort().filter((file) => file.endsWith(".eml")).map((file) => {
        const text = mailTexts.get(file) ?? readFileSync(path.join(directory, file), "utf8")
        mailTexts.set(file, text)
        return text
      })
    },
    run: (effect) => runtime.runPromise(effect),
    stop: async () => {
      await runtime.dispose()
      await connections.destroy()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
