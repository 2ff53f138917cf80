import { onServerDatabase } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import * as net from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { fresh, goodPrediction, linkedAgent, openQuestion, predict, query, type TestAgent } from "../people.ts"
import { converse, eventually, head, within } from "../raw.ts"

onServerDatabase("misbehaving connections", (db) => {
  let auspex: RunningAuspex
  let agent: TestAgent
  let question: string
  beforeAll(async () => {
    auspex = await startAuspex(db.layer, { headersTimeoutMillis: 1_000, requestTimeoutMillis: 2_000 })
    agent = await linkedAgent(auspex)
    question = await openQuestion(auspex)
  })
  afterAll(() => auspex.stop())

  const figure = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (.+)$`, "m").exec((await auspex.call("GET", "/metrics")).text)?.[1])
  const json = (extra: Readonly<Record<string, string | number>> = {}) => ({
    "Content-Type": "application/json",
    "X-API-Key": agent.key,
    ...extra
  })
  const target = () => `/api/questions/${question}/predict`
  const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])

  it.each(["announced", "chunked"])("with 64 MiB, %s, are refused in bounded memory", async (way) => {
    const block = Buffer.alloc(65_536, "a")
    const before = await figure("process_resident_memory_bytes")
    const { text } = await converse(auspex.url, (socket) => {
      socket.write(
        head(
          "POST",
          target(),
          json(way === "announced" ? { "Content-Length": 64 * 1_048_576 } : { "Transfer-Encoding": "chunked" })
        )
      )
      let sent = 0
      const more = (): void => {
        while (socket.writable && sent++ < 1_024) {
          if (way === "chunked") socket.write("10000\r\n")
          const room = socket.write(block)
          if (way === "chunked") socket.write("\r\n")
          if (!room) {
            socket.once("drain", more)
            return
          }
        }
        if (way === "chunked" && socket.writable) socket.write("0\r\n\r\n")
      }
      more()
    })
    expect([statusOf(text), /"code":"(\w+)"/.exec(text)?.[1]]).toEqual([413, "PAYLOAD_TOO_LARGE"])
    expect(await figure("process_resident_memory_bytes") - before).toBeLessThan(120 * 1_048_576)
  })

  it("may send a body up to the limit, but not one byte more, announced or chunked", async () => {
    const send = (length: number, chunked: boolean) =>
      converse(auspex.url, (socket) => {
        const body = `{"reasoning":"${"x".repeat(length - 16)}"}`
        const length16 = body.length.toString(16)
        socket.write(
          head(
            "POST",
            target(),
            json({
              Connection: "close",
              ...(chunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": body.length })
            })
          ) +
            (chunked ? `${length16}\r\n${body}\r\n0\r\n\r\n` : body)
        )
      })
    for (const chunked of [false, true]) {
      expect([chunked, statusOf((await send(65_536, chunked)).text)]).toEqual([chunked, 400])
      expect([chunked, statusOf((await send(65_537, chunked)).text)]).toEqual([chunked, 413])
    }
  })

  it("with slow headers or slow bodies are cut off", async () => {
    const drip = (first: string) => (socket: net.Socket) => {
      socket.write(first)
      const drops = setInterval(() => socket.writable && socket.write("a"), 50)
      socket.once("close", () => clearInterval(drops))
    }
    const conversations = Promise.all([
      Promise.all(
        Array.from(
          { length: 20 },
          () => converse(auspex.url, drip("GET /api/questions HTTP/1.1\r\nHost: x\r\nX-Slow: "))
        )
      ),
      Promise.all(
        Array.from(
          { length: 20 },
          () => converse(auspex.url, drip(head("POST", target(), json({ "Content-Length": 60_000 }))))
        )
      )
    ])
    for (const { text } of (await within("the last connection cut", 100_000, conversations)).flat()) {
      expect(statusOf(text)).toBe(408)
    }
    await eventually("no connection left", async () => await figure("auspex_http_connections") <= 5)
  })

  it("that end in the middle of a request leave nothing behind", async () => {
    const agents = [agent, ...await Promise.all(Array.from({ length: 9 }, () => linkedAgent(auspex)))]
    const questions = await Promise.all(Array.from({ length: 20 }, () => openQuestion(auspex)))
    const gone = Array.from({ length: 200 }, (_, turn) => {
      const body = JSON.stringify(goodPrediction())
      const bytes = Buffer.from(
        head("POST", `/api/questions/${questions[turn % 20]}/predict`, {
          "Content-Type": "application/json",
          "X-API-Key": agents[turn % 10]!.key,
          "Content-Length": Buffer.byteLength(body)
        }) + body
      )
      // Every second one ends after the complete request, at a random moment; the others end in the middle of it.
      const cut = turn % 2 === 0 ? bytes.length : Math.floor((bytes.length * turn) / 200)
      return new Promise<void>((resolve) => {
        const { hostname, port } = new URL(auspex.url)
        const socket = net.connect(Number(port), hostname, () => {
          socket.write(bytes.subarray(0, cut), () => {
            const leave = () => socket.destroy()
            if (turn % 4 === 0) setTimeout(leave, turn % 23)
            else setImmediate(leave)
          })
        })
        socket.on("error", () => socket.destroy())
        socket.once("close", () => resolve())
      })
    })
    await Promise.all(gone)
    await eventually("nothing in flight", async () => await figure("auspex_http_requests_in_flight") === 0)
    await eventually("no transaction open", async () => {
      const open = await query<object>(
        auspex,
        "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in tr%'"
      )
      return open.length === 0
    })
    // More concurrent requests than connections in the pool: all are answered.
    const after = await Promise.all(
      Array.from({ length: 64 }, (_, turn) => auspex.call("GET", "/api/me", { as: agents[turn % 10]!.key }))
    )
    expect(after.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 200))
    await predict(auspex, agent, await openQuestion(auspex))
    expect(await auspex.run(checkInvariants)).toEqual([])
  })

  describe("bytes", () => {
    let address = 0
    const sent = (body: Buffer | string, headers: Readonly<Record<string, string | number>> = {}) =>
      converse(auspex.url, (socket) => {
        const bytes = Buffer.from(body as string)
        socket.write(
          head("POST", "/api/register", {
            "Content-Type": "application/json",
            "Content-Length": bytes.length,
            "X-Forwarded-For": `192.0.2.${address++}`,
            Connection: "close",
            ...headers
          })
        )
        socket.write(bytes)
      })
    const name = () => `Bytes ${fresh()}`
    const fine = () => JSON.stringify({ name: name(), model: "gpt-5" })

    const bodies: ReadonlyArray<readonly [string, () => string | Buffer, number]> = [
      ["a duplicate key", () => `{"name":"${name()}","model":"gpt-5","model":"gpt-4"}`, 400],
      [
        "a duplicate key in another spelling",
        () => `{"name":"${name()}","model":"gpt-5","m\\u006fdel":"gpt-4"}`,
        400
      ],
      ["a byte order mark", () => `\ufeff${fine()}`, 400],
      ["UTF-16", () => Buffer.from(`\ufeff${fine()}`, "utf16le"), 400],
      ["an overlong encoding", () =>
        Buffer.concat([
          Buffer.from("{\"name\":\""),
          Buffer.from([0xc0, 0xaf]),
          Buffer.from("\",\"model\":\"gpt-5\"}")
        ]), 400],
      ["an encoded surrogate", () =>
        Buffer.concat([
          Buffer.from("{\"name\":\""),
          Buffer.from([0xed, 0xa0, 0x80]),
          Buffer.from("\",\"model\":\"gpt-5\"}")
        ]), 400],
      ["a cut character", () => Buffer.concat([Buffer.from("{\"name\":\"ab"), Buffer.from([0xe2, 0x82])]), 400],
      ["__proto__", () => `{"name":"${name()}","model":"gpt-5","__proto__":{"points":9}}`, 400],
      ["__proto__ deep inside", () => `{"name":"${name()}","model":"gpt-5","a":[{"b":{"__proto__":1}}]}`, 400],
      ["depth 7,000", () => "[".repeat(7_000) + "]".repeat(7_000), 400],
      ["depth 30,000, which is too long as well", () => "[".repeat(30_000) + "]".repeat(30_000), 413],
      ["a million keys", () => `{${Array.from({ length: 1_000_000 }, (_, index) => `"${index}":1`).join(",")}}`, 413],
      [
        "as many keys as fit",
        () => `{${Array.from({ length: 1_500 }, (_, index) => `"${index}":1`).join(",")}}`,
        400
      ],
      ["a number that is no number", () => `{"name":"${name()}","model":NaN}`, 400],
      ["a comment", () => `{"name":"${name()}",/* x */"model":"gpt-5"}`, 400],
      ["half a body", () => "{\"name\":\"", 400],
      ["two bodies", () => `${fine()}${fine()}`, 400],
      ["white space alone", () => "   \n", 400],
      ["nothing", () => "", 400]
    ]
    it.each(bodies)("%s", async (_, body, status) => {
      const { text } = await sent(body())
      expect([statusOf(text), /"code":"(\w+)"/.exec(text)?.[1]]).toEqual([
        status,
        status === 413 ? "PAYLOAD_TOO_LARGE" : expect.stringMatching(/^(INVALID_REQUEST|MODEL_REQUIRED)$/) as unknown
      ])
      expect(({} as Record<string, unknown>)["points"]).toBeUndefined()
    })

    it.each(
      [
        ["a form", "application/x-www-form-urlencoded", {}, 415],
        ["text", "text/plain", {}, 415],
        ["another charset", "application/json; charset=latin1", {}, 415],
        ["gzip", "application/json", { "Content-Encoding": "gzip" }, 415],
        ["no type", "", {}, 415],
        ["a type in capitals with its charset", "Application/JSON; charset=\"UTF-8\"", {}, 201]
      ] as const
    )("%s", async (_, type, headers, status) => {
      const { text } = await sent(fine(), { "Content-Type": type, ...headers })
      expect(statusOf(text)).toBe(status)
    })

    it.each([
      ["a length and chunks", "Content-Length: 4\r\nTransfer-Encoding: chunked"],
      ["two lengths", "Content-Length: 4\r\nContent-Length: 5"],
      ["a length that is no number", "Content-Length: 4x"],
      ["a negative length", "Content-Length: -4"],
      ["an unknown transfer coding", "Transfer-Encoding: gzip, identity"],
      ["chunked twice with a space", "Transfer-Encoding : chunked"],
      ["a folded header", "X-A: b\r\n c: d"]
    ])("with %s are not smuggled", async (_, headers) => {
      const smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
      const { text } = await converse(auspex.url, (socket) => {
        socket.write(
          `POST /api/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n0\r\n\r\n${smuggled}`
        )
      })
      expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 400"])
      expect((await auspex.call("GET", "/health")).status).toBe(200)
    })
  })
})
