import { Effect, Either } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import path from "node:path"
import { describe, expect, it } from "vitest"
import {
  adminKeyCommand,
  adminKeyWeakness,
  isGuessableSecret,
  secretKeyCommand
} from "../../src/composition/KeyStrength.ts"
import { settingsFrom } from "../../src/composition/Settings.ts"
import { exposureChecks } from "../../src/platform/system/machineChecks.ts"

const read = (flags: object, env: Record<string, string> = {}) =>
  Effect.runSync(Effect.either(settingsFrom(flags, env)))

describe("a key", () => {
  it.each([
    "admin",
    "changeme",
    "P@ssw0rdP@ssw0rd",
    "password12345678",
    "0123456789abcdef0123456789abcdef",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "abababababababababababababab",
    "my-super-secret-admin-key",
    "AuspexAdmin2026!!",
    "qwertyuiopasdfghjklzxcvbnm",
    "correcthorsebatterystaple",
    "00000000-0000-0000-0000-000000000000",
    "deadbeefdeadbeefdeadbeef",
    "ak_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  ])("such as %s is easily guessed", (key) => {
    expect(adminKeyWeakness(key)).toContain("is easily guessed")
  })

  it("is accepted in every usual form of random key", () => {
    for (let round = 0; round < 500; round++) {
      const forms = [
        randomBytes(32).toString("base64url"),
        `ak_${randomBytes(16).toString("base64url")}`,
        randomBytes(16).toString("hex"),
        randomUUID()
      ]
      expect(forms.filter((key) => adminKeyWeakness(key) !== undefined)).toEqual([])
      expect(isGuessableSecret(randomBytes(32))).toBe(false)
    }
  })

  it("of 32 bytes is weak if it is zero, a sequence, or a few repeated bytes", () => {
    const plain = [
      new Uint8Array(32),
      Uint8Array.from({ length: 32 }, (_, at) => at),
      Buffer.from("secret".repeat(6).slice(0, 32))
    ]
    expect(plain.map(isGuessableSecret)).toEqual([true, true, true])
  })
})

describe("settings", () => {
  it("accept an easily guessed admin key on a loopback address only, and warn about links otherwise", () => {
    const guessed = (host: string) => Either.isRight(read({ host }, { AUSPEX_ADMIN_KEY: "short" }))
    const warns = (host: string) => exposureChecks(Either.getOrThrow(read({ host }))).length > 0
    for (const host of ["127.0.0.1", "127.9.9.9", "::1", "localhost", "Localhost"])
      expect([host, guessed(host), warns(host)]).toEqual([host, true, false])
    for (const host of ["::", "0.0.0.0", "127.999.0.1", "10.0.0.1", "localhost.example.org"])
      expect([host, guessed(host), warns(host)]).toEqual([host, false, true])
  })

  it("have defaults", () => {
    expect(Either.getOrThrow(read({}))).toEqual({
      host: "127.0.0.1",
      port: 8787,
      researchPort: 8788,
      dataDir: path.resolve("./.auspex"),
      databaseUrl: undefined,
      adminKey: undefined,
      secretKey: undefined,
      publicUrl: undefined,
      researchUrl: undefined,
      trustedProxies: [],
      smtpUrl: undefined,
      allowPrivateEgress: false,
      natsUrl: undefined,
      ollamaUrl: undefined,
      modelPool: [],
      embeddings: undefined,
      modelRequestsPerDay: 500,
      rateLimits: {},
      stopDelaySeconds: 3,
      logLevel: "info",
      demo: false
    })
  })

  it("name the model of embeddings, whose key is not shown", () => {
    const AUSPEX_EMBEDDINGS = JSON.stringify({
      provider: "openai-compatible",
      model: "m1",
      base_url: "http://10.0.0.7/v1/",
      api_key: "sk-secret"
    })
    const { embeddings } = Either.getOrThrow(read({}, { AUSPEX_EMBEDDINGS }))
    expect(embeddings).toMatchObject({
      provider: "openai-compatible",
      endpoint: { api: "openai", base_url: "http://10.0.0.7/v1", is_operators: true }
    })
    expect(JSON.stringify(embeddings)).not.toContain("sk-secret")
  })

  it("name the owner whose machines embed", () => {
    const entry = { provider: "bridge", model: "m1", owner: "0192d3c4-0000-7000-8000-000000000001" }
    expect(Either.getOrThrow(read({}, { AUSPEX_EMBEDDINGS: JSON.stringify(entry) })).embeddings).toEqual(entry)
  })

  it("come from a flag, else the environment, else the default", () => {
    expect(Either.getOrThrow(read({ port: "1" }, { AUSPEX_PORT: "2" })).port).toBe(1)
    expect(Either.getOrThrow(read({}, { AUSPEX_PORT: "2" })).port).toBe(2)
    expect(Either.getOrThrow(read({}, { AUSPEX_PORT: "" })).port).toBe(8787)
    expect(Either.getOrThrow(read({ demo: true })).demo).toBe(true)
    const proxies = read({}, { AUSPEX_TRUSTED_PROXIES: "10.0.0.1, 192.168.0.0/16,::1" })
    expect(Either.getOrThrow(proxies).trustedProxies).toEqual(["10.0.0.1", "192.168.0.0/16", "::1"])
  })

  it("change some limits of requests, or remove them", () => {
    const limits = (AUSPEX_RATE_LIMITS: string) => Either.getOrThrow(read({}, { AUSPEX_RATE_LIMITS })).rateLimits
    expect(limits("read=2000, search=off,")).toEqual({ read: 2_000, search: Infinity })
    expect(limits(" ")).toEqual({})
  })

  const refused: ReadonlyArray<readonly [object, Record<string, string>, string]> = [
    [{}, { AUSPEX_PROT: "1" }, "AUSPEX_PROT: no such setting; did you mean AUSPEX_PORT?"],
    [{}, { AUSPEX_DATABSE_URL: "x" }, "AUSPEX_DATABSE_URL: no such setting; did you mean AUSPEX_DATABASE_URL?"],
    [{ port: "65536" }, {}, "--port: \"65536\" is not a port (0 to 65535)"],
    [{ port: "8787x" }, {}, "--port: \"8787x\" is not a port (0 to 65535)"],
    [{}, { AUSPEX_RESEARCH_PORT: "-1" }, "AUSPEX_RESEARCH_PORT: \"-1\" is not a port (0 to 65535)"],
    [{ databaseUrl: "mysql://x/y" }, {}, "--database-url: not a URL that begins with postgres:// or postgresql://"],
    [{}, { AUSPEX_PUBLIC_URL: "auspex.example" }, "AUSPEX_PUBLIC_URL: not a URL that begins with http:// or https://"],
    [{}, { AUSPEX_SECRET_KEY: "short" }, "AUSPEX_SECRET_KEY: must be 32 bytes in base64 (openssl rand -base64 32)"],
    [
      {},
      { AUSPEX_SECRET_KEY: Buffer.alloc(32).toString("base64") },
      `AUSPEX_SECRET_KEY: is all zero or as easily guessed; ${secretKeyCommand} makes a good one`
    ],
    [
      { host: "::" },
      { AUSPEX_ADMIN_KEY: "short" },
      `AUSPEX_ADMIN_KEY: is easily guessed: without common words, runs and repetitions it has about 16 bits, and 60 are required; ${adminKeyCommand} makes a good one`
    ],
    [{}, { AUSPEX_STOP_DELAY_SECONDS: "11" }, "AUSPEX_STOP_DELAY_SECONDS: \"11\" is not a number from 0 to 10"],
    [
      {},
      { AUSPEX_RATE_LIMITS: "read=10,serach=20" },
      "AUSPEX_RATE_LIMITS: \"serach=20\" names no kind of requests; the nearest is search"
    ],
    [{}, { AUSPEX_RATE_LIMITS: "read=1,read=2" }, "AUSPEX_RATE_LIMITS: \"read=2\" names read again"],
    ...["read", "read=", "read=0", "read=-1", "read=1.5", "read=1000001", "read=1=2"].map((pair) =>
      [
        {},
        { AUSPEX_RATE_LIMITS: pair },
        `AUSPEX_RATE_LIMITS: "${pair}" is neither a number from 1 to 1000000 nor off`
      ] as const
    ),
    [{}, { AUSPEX_LOG_LEVEL: "loud" }, "AUSPEX_LOG_LEVEL: must be one of trace, debug, info, warning, error, none"],
    [{}, { AUSPEX_ALLOW_PRIVATE_EGRESS: "yes" }, "AUSPEX_ALLOW_PRIVATE_EGRESS: \"yes\" is neither true nor false"],
    [
      {},
      {
        AUSPEX_EMBEDDINGS:
          "{\"provider\":\"cohere\",\"model\":\"m\",\"base_url\":\"https://x\",\"api_key\":\"sk-secret\"}"
      },
      "AUSPEX_EMBEDDINGS: is not a JSON object with provider (openai-compatible or ollama), model, base_url, and optionally api_key; or with provider (bridge), model, and owner (the id of an account)"
    ],
    [
      {},
      { AUSPEX_EMBEDDINGS: "{\"provider\":\"bridge\",\"model\":\"m\",\"owner\":\"ada\"}" },
      "AUSPEX_EMBEDDINGS: is not a JSON object with provider (openai-compatible or ollama), model, base_url, and optionally api_key; or with provider (bridge), model, and owner (the id of an account)"
    ],
    [
      {},
      { AUSPEX_EMBEDDINGS: "{\"provider\":\"ollama\",\"model\":\"m\",\"base_url\":\"localhost\"}" },
      "AUSPEX_EMBEDDINGS: the base_url is not an http or https URL"
    ],
    [
      {},
      { AUSPEX_TRUSTED_PROXIES: "10.0.0.0/33" },
      "AUSPEX_TRUSTED_PROXIES: \"10.0.0.0/33\" is neither an address nor a CIDR block"
    ]
  ]
  it.each(refused)("refuse %j %j", (flags, env, sentence) => {
    expect(Either.flip(read(flags, env)).pipe(Either.map((error) => error.message))).toEqual(Either.right(sentence))
  })
})
