import { Outbound } from "@auspex/domain/kernel"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import * as fc from "effect/FastCheck"
import * as net from "node:net"
import { isLoopbackAddress, isPublicAddress, judgeEgressUrl, outboundNode } from "../../src/outbound/index.ts"

const codeOf = (url: string, allowPrivate = false): string =>
  Either.match(judgeEgressUrl(url, allowPrivate ? "loopback" : "public"), {
    onLeft: ({ code }) => code,
    onRight: () => "passes"
  })

describe("addresses", () => {
  it.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.100.100.200",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "169.254.170.2",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:7f00:1",
    "::7f00:1",
    "::8.8.8.8",
    "::ffff:0:8.8.8.8",
    "64:ff9b::7f00:1",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:7f00:1::",
    "2001:10::1",
    "2001:20::1",
    "2001:1ff::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "3fff::1",
    "3fff:fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "",
    "localhost",
    "1.2.3",
    "2130706433",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "1.2.3.4.5",
    "8.8.8.8/8",
    "08.8.8.8",
    " 8.8.8.8",
    "2606::1::2"
  ])("%s is not public", (address) => expect(isPublicAddress(address)).toBe(false))

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "128.0.0.1",
    "169.253.255.255",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "192.167.255.255",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2003::1",
    "2a00::1",
    "3ffe::1",
    "2000::1"
  ])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true))

  it("of loopback are recognised", () => {
    expect(["127.0.0.1", "127.9.9.9", "::1"].map(isLoopbackAddress)).toEqual([true, true, true])
    expect(["10.0.0.1", "::ffff:127.0.0.1", "localhost", ""].map(isLoopbackAddress)).toEqual([
      false,
      false,
      false,
      false
    ])
  })
})

describe("the text of a URL", () => {
  it.each([
    ["https://example.org/hook?a=b#c", "passes"],
    ["https://EXAMPLE.org.", "passes"],
    ["https://example.org:8443/", "passes"],
    ["https://example.org:65535/", "passes"],
    ["https://bücher.example/", "passes"],
    ["https://1.1.1.1/", "passes"],
    ["https://[2606:4700:4700::1111]/", "passes"],
    ["http://example.org/", "HTTPS_REQUIRED"],
    ["ftp://example.org/", "HTTPS_REQUIRED"],
    ["file:///etc/passwd", "HTTPS_REQUIRED"],
    ["javascript:alert(1)", "HTTPS_REQUIRED"],
    ["gopher://127.0.0.1:6379/_x", "HTTPS_REQUIRED"],
    ["", "INVALID_REQUEST"],
    ["example.org", "INVALID_REQUEST"],
    ["//example.org/", "INVALID_REQUEST"],
    ["https://", "INVALID_REQUEST"],
    ["https://exa mple.org/", "INVALID_REQUEST"],
    ["https://example.org/\nx", "INVALID_REQUEST"],
    ["https://exam\u200bple.org/", "INVALID_REQUEST"],
    ["https://[fe80::1%25eth0]/", "INVALID_REQUEST"],
    ["https://1.2.3.4.5/", "INVALID_REQUEST"],
    ["https://256.1.1.1/", "INVALID_REQUEST"],
    [`https://example.org/${"x".repeat(2_048)}`, "INVALID_REQUEST"],
    ["https://user@example.org/", "SSRF_BLOCKED"],
    ["https://user:pw@example.org/", "SSRF_BLOCKED"],
    ["https://:@example.org/", "SSRF_BLOCKED"],
    ["https://@example.org/", "SSRF_BLOCKED"],
    ["https://example.org@127.0.0.1/", "SSRF_BLOCKED"],
    ["https://example.org:80/", "SSRF_BLOCKED"],
    ["https://example.org:22/", "SSRF_BLOCKED"],
    ["https://example.org:1023/", "SSRF_BLOCKED"],
    ["https://example.org:6379/", "SSRF_BLOCKED"],
    ["https://example.org:5432/", "SSRF_BLOCKED"],
    ["https://example.org:2375/", "SSRF_BLOCKED"],
    ["https://localhost/", "SSRF_BLOCKED"],
    ["https://localhost./", "SSRF_BLOCKED"],
    ["https://intranet/", "SSRF_BLOCKED"],
    ["https://printer.local/", "SSRF_BLOCKED"],
    ["https://a.localhost/", "SSRF_BLOCKED"],
    ["https://metadata.google.internal/", "SSRF_BLOCKED"],
    ["https://METADATA.GOOGLE.INTERNAL./", "SSRF_BLOCKED"],
    ["https://router.home.arpa/", "SSRF_BLOCKED"],
    ["https://127.0.0.1/", "SSRF_BLOCKED"],
    ["https://127.0.0.1./", "SSRF_BLOCKED"],
    ["https://127.1/", "SSRF_BLOCKED"],
    ["https://2130706433/", "SSRF_BLOCKED"],
    ["https://0x7f000001/", "SSRF_BLOCKED"],
    ["https://0177.0.0.1/", "SSRF_BLOCKED"],
    ["https://0/", "SSRF_BLOCKED"],
    ["https://１２７.０.０.１/", "SSRF_BLOCKED"],
    ["https://①②⑦.0.0.1/", "SSRF_BLOCKED"],
    ["https://127。0。0。1/", "SSRF_BLOCKED"],
    ["https://%31%32%37.0.0.1/", "SSRF_BLOCKED"],
    ["https:127.0.0.1/", "SSRF_BLOCKED"],
    ["https:\\\\127.0.0.1\\", "SSRF_BLOCKED"],
    ["https://169.254.169.254/latest/meta-data/", "SSRF_BLOCKED"],
    ["https://[::1]/", "SSRF_BLOCKED"],
    ["https://[::ffff:127.0.0.1]/", "SSRF_BLOCKED"],
    ["https://[::7f00:1]/", "SSRF_BLOCKED"],
    ["https://[64:ff9b::a00:1]/", "SSRF_BLOCKED"],
    ["https://[2002:7f00:1::]/", "SSRF_BLOCKED"],
    ["https://[fd00::1]/", "SSRF_BLOCKED"]
  ])("%s: %s", (url, verdict) => expect(codeOf(url)).toBe(verdict))

  it.each([
    ["http://127.0.0.1:3000/", "passes"],
    ["http://localhost:80/", "passes"],
    ["https://[::1]:5432/", "passes"],
    ["https://example.org/", "passes"],
    ["http://10.0.0.1/", "SSRF_BLOCKED"],
    ["http://169.254.169.254/", "SSRF_BLOCKED"],
    ["http://user@localhost/", "SSRF_BLOCKED"],
    ["ftp://localhost/", "HTTPS_REQUIRED"]
  ])("if this machine may be called, %s: %s", (url, verdict) => expect(codeOf(url, true)).toBe(verdict))

  it("is refused with the name of the field, and never causes an exception", () => {
    const judged = judgeEgressUrl("https://localhost/", "public", "evidence_url")
    expect(Either.isLeft(judged) && judged.left).toMatchObject({ field: "evidence_url" })
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
      codeOf(text)
      codeOf(`https://${text}`)
    }))
  })
})

describe("a forbidden address is never dialled", () => {
  const dialled: Array<string> = []
  // Records the address, and never connects.
  const dial = (address: string): net.Socket => {
    dialled.push(address)
    const socket = new net.Socket()
    process.nextTick(() => socket.destroy(new Error("nobody there")))
    return socket
  }
  const outboundOf = (resolve: (name: string) => ReadonlyArray<string>) =>
    outboundNode({ allowPrivate: false, dial, resolve: (name) => Promise.resolve(resolve(name)) })
  const call = (url: string, resolve: (name: string) => ReadonlyArray<string>) =>
    Effect.provide(Effect.flatMap(Outbound, (outbound) => outbound.request({ url })), outboundOf(resolve))

  const byte = fc.nat(255)
  const four = fc.tuple(byte, byte, byte, byte).map((parts) => parts.join("."))
  const private4 = fc.oneof(
    fc.tuple(fc.constantFrom("10", "127", "0", "224", "255"), byte, byte, byte).map((parts) => parts.join(".")),
    fc.tuple(fc.constantFrom("192.168", "169.254", "172.16", "100.64", "198.18"), byte, byte).map((parts) =>
      parts.join(".")
    )
  )
  const number = private4.map((address) => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0))
  const hex = number.map((value) => value.toString(16).padStart(8, "0"))
  const host = fc.oneof(
    private4,
    number.map(String),
    number.map((value) => `0x${value.toString(16)}`),
    private4.map((address) => address.split(".").map((part) => `0${Number(part).toString(8)}`).join(".")),
    private4.map((address) => `[::ffff:${address}]`),
    private4.map((address) => `[::${address}]`),
    private4.map((address) => `[64:ff9b::${address}]`),
    hex.map((text) => `[2002:${text.slice(0, 4)}:${text.slice(4)}::1]`),
    fc.constantFrom("localhost", "a.localhost", "db.internal", "nas.local", "intranet")
  )

  it.live("for 5,000 URLs that disguise one", () =>
    Effect.gen(function*() {
      dialled.length = 0
      const decorated = fc.tuple(
        host,
        fc.constantFrom("", ".", ":443", ":8443", ":22"),
        fc.constantFrom("", "/", "/a?b", "#@example.org")
      )
        .map(([name, after, path]) => `https://${name}${name.startsWith("[") && after === "." ? "" : after}${path}`)
      const outbound = yield* Outbound
      const judged = yield* Effect.forEach(fc.sample(decorated, 5_000), (url) =>
        Effect.match(outbound.request({ url }), {
          onFailure: ({ _tag }) => [url, _tag],
          onSuccess: () => [url, "answered"]
        }))
      expect(judged.filter(([, verdict]) => verdict !== "Refusal")).toEqual([])
      expect(dialled).toEqual([])
    }).pipe(Effect.provide(outboundOf(() => ["8.8.8.8"]))))

  it.live("when a name resolves to one, alone or among public ones, even if its resolution changes", () =>
    Effect.gen(function*() {
      dialled.length = 0
      const answers = fc.array(fc.oneof(four, private4), { minLength: 1, maxLength: 5 })
      for (const given of fc.sample(answers, 1_000)) {
        let lookups = 0
        const failed = yield* Effect.flip(
          call("https://rebinding.example.org/", () => lookups++ === 0 ? given : ["127.0.0.1"])
        )
        expect(lookups).toBe(1)
        expect(failed._tag).toBe(given.every(isPublicAddress) ? "OutboundFailure" : "Refusal")
      }
      expect(dialled.filter((address) => !isPublicAddress(address))).toEqual([])
      expect(dialled.length).toBeGreaterThan(0)
    }))

  it.live("and neither is any other when a name has no address, more than sixteen, or no answer", () =>
    Effect.gen(function*() {
      dialled.length = 0
      const failed = (addresses: ReadonlyArray<string>) => Effect.flip(call("https://example.org/", () => addresses))
      expect(yield* failed([])).toMatchObject({ _tag: "OutboundFailure", reason: "dns" })
      expect(yield* failed(Array.from({ length: 17 }, (_, i) => `8.8.8.${i}`))).toMatchObject({ _tag: "Refusal" })
      expect(dialled).toEqual([])
      const check = (resolve: (name: string) => Promise<ReadonlyArray<string>>) =>
        Effect.flatMap(Outbound, (outbound) => outbound.check("https://example.org/", "link")).pipe(
          Effect.provide(outboundNode({ allowPrivate: false, dial, resolve }))
        )
      yield* check(() => Promise.resolve([]))
      yield* check(() => Promise.reject(new Error("SERVFAIL")))
      const refused = yield* Effect.flip(check(() => Promise.resolve(["::1"])))
      expect(refused.failures[0]).toMatchObject({ code: "SSRF_BLOCKED", field: "link" })
      expect(dialled).toEqual([])
    }))
})
