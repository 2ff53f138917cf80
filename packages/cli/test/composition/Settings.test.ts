import { Effect, Either } from "effect"
import path from "node:path"
import { describe, expect, it } from "vitest"
import { settingsFrom } from "../../src/composition/Settings.ts"

const read = (flags: object, env: Record<string, string> = {}) =>
  Effect.runSync(Effect.either(settingsFrom(flags, env)))

describe("settings", () => {
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
      logLevel: "info",
      demo: false
    })
  })

  it("come from a flag before the environment before the default", () => {
    expect(Either.getOrThrow(read({ port: "1" }, { AUSPEX_PORT: "2" })).port).toBe(1)
    expect(Either.getOrThrow(read({}, { AUSPEX_PORT: "2" })).port).toBe(2)
    expect(Either.getOrThrow(read({}, { AUSPEX_PORT: "" })).port).toBe(8787)
    expect(Either.getOrThrow(read({ demo: true })).demo).toBe(true)
    const proxies = read({}, { AUSPEX_TRUSTED_PROXIES: "10.0.0.1, 192.168.0.0/16,::1" })
    expect(Either.getOrThrow(proxies).trustedProxies).toEqual(["10.0.0.1", "192.168.0.0/16", "::1"])
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
    [{}, { AUSPEX_ADMIN_KEY: "short" }, "AUSPEX_ADMIN_KEY: must have 16 characters or more"],
    [{}, { AUSPEX_LOG_LEVEL: "loud" }, "AUSPEX_LOG_LEVEL: must be one of trace, debug, info, warning, error, none"],
    [{}, { AUSPEX_ALLOW_PRIVATE_EGRESS: "yes" }, "AUSPEX_ALLOW_PRIVATE_EGRESS: \"yes\" is neither true nor false"],
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
