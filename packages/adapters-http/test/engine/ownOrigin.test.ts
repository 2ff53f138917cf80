import { describe, expect, it } from "vitest"
import { clientAddressOf } from "../../src/engine/ClientAddress.ts"
import { isOwnOrigin, type Scheme } from "../../src/engine/ownOrigin.ts"

type Row = readonly [
  what: string,
  publicUrl: string,
  host: string | undefined,
  scheme: Scheme | undefined,
  origin: string | undefined,
  isOwn: boolean
]

const secure = "https://auspex.example"
const local = "http://127.0.0.1:8787"

const rows: ReadonlyArray<Row> = [
  ["no origin", secure, "auspex.example", undefined, undefined, true],
  ["the public address", secure, "auspex.example", undefined, "https://auspex.example", true],
  [
    "the public address behind a proxy that hides it",
    secure,
    "10.0.0.7:8787",
    undefined,
    "https://auspex.example",
    true
  ],
  ["the public address with its default port", secure, "auspex.example", undefined, "https://auspex.example:443", true],
  ["the public host over http", secure, "auspex.example", undefined, "http://auspex.example", false],
  [
    "the public host over http, whatever a proxy says",
    secure,
    "auspex.example",
    "http",
    "http://auspex.example",
    false
  ],
  ["the public host at another port", secure, "auspex.example", undefined, "https://auspex.example:8443", false],
  ["another host", secure, "auspex.example", undefined, "https://evil.example", false],
  ["a subdomain", secure, "auspex.example", undefined, "https://a.auspex.example", false],
  ["a page without an origin", secure, "auspex.example", undefined, "null", false],
  ["an origin that is no address", secure, "auspex.example", undefined, "auspex.example", false],
  ["an extension", secure, "auspex.example", undefined, "chrome-extension://auspex.example", false],
  ["the loopback address", local, "127.0.0.1:8787", undefined, "http://127.0.0.1:8787", true],
  ["the loopback address over https", local, "127.0.0.1:8787", undefined, "https://127.0.0.1:8787", false],
  ["another name of it", local, "localhost:8787", undefined, "http://localhost:8787", true],
  ["another name of it over https", local, "localhost:8787", undefined, "https://localhost:8787", false],
  ["another name of it at another port", local, "localhost:8787", undefined, "http://localhost:3000", false],
  ["an address beside the public one", secure, "127.0.0.1:8787", undefined, "http://127.0.0.1:8787", true],
  ["a second host behind a trusted proxy", local, "second.example", "https", "https://second.example", true],
  ["a second host over http", local, "second.example", "https", "http://second.example", false],
  ["a second host of which no proxy speaks", local, "second.example", undefined, "https://second.example", false],
  ["no host", local, undefined, undefined, "http://undefined.example", false]
]

describe("an origin", () => {
  it.each(rows)("%s (public %s, host %s, scheme %s): %s", (_, publicUrl, host, scheme, origin, isOwn) => {
    const headers = { ...(host === undefined ? {} : { host }), ...(origin === undefined ? {} : { origin }) }
    expect(isOwnOrigin({ headers, publicUrl, scheme })).toBe(isOwn)
  })
})

describe("the scheme of a client", () => {
  const schemeOf = (trusted: ReadonlyArray<string>, headers: Readonly<Record<string, string>>) =>
    clientAddressOf(trusted)({ socket: { remoteAddress: "10.0.0.7" }, headers } as never).scheme

  it.each([
    ["https", "https"],
    ["HTTP", "http"],
    ["http, https", "https"],
    ["wss", undefined],
    ["", undefined]
  ])("is what a trusted proxy says in X-Forwarded-Proto: %s", (header, scheme) => {
    expect(schemeOf(["10.0.0.0/8"], { "x-forwarded-proto": header })).toBe(scheme)
    expect(schemeOf(["10.0.0.0/8"], { "x-forwarded-proto": header, "x-forwarded-for": "192.0.2.1" })).toBe(scheme)
  })

  it("is unknown if anybody else says it, or nobody", () => {
    expect(schemeOf(["10.9.0.0/16"], { "x-forwarded-proto": "https" })).toBeUndefined()
    expect(schemeOf(["10.0.0.0/8"], { "x-forwarded-for": "192.0.2.1" })).toBeUndefined()
  })
})
