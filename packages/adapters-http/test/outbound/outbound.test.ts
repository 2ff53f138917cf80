import { Mailer, PasswordHasher } from "@auspex/domain/accounts"
import { Secrets } from "@auspex/domain/identity"
import { costRatio } from "@auspex/testkit/cost"
import { Effect, Either, type Layer } from "effect"
import { createHash } from "node:crypto"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import * as net from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { mailFolder, mailSmtp, passwordHasherArgon2, SecretsNodeLive } from "../../src/outbound/index.ts"

const from = "Auspex <noreply@auspex.invalid>"
const mail = {
  to: "ada@example.org",
  subject: "Zürich: verify",
  text: "Follow https://example.org/verify?token=abc",
  html: "<p>Hello</p>"
}

describe("mail", () => {
  it("is written as one complete .eml file each, with names that sort by time", async () => {
    const folder = join(await mkdtemp(join(tmpdir(), "auspex-mail-")), "mail")
    const send = Effect.flatMap(
      Mailer,
      (mailer) => Effect.forEach([1, 2, 3], (n) => mailer.send({ ...mail, subject: `${mail.subject} ${n}` }))
    )
    await Effect.runPromise(Effect.provide(send, mailFolder({ directory: folder, from })))
    const names = (await readdir(folder)).sort()
    expect(names).toHaveLength(3)
    expect(names.every((name) => /^\d{4}-\d{2}-\d{2}T[\d-]+Z-\d+-\d{6}\.eml$/.test(name))).toBe(true)
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))
    texts.forEach((text, at) => {
      expect(text).toContain("To: ada@example.org")
      expect(text).toContain("https://example.org/verify?token=")
      expect(text).toMatch(/Subject: =\?UTF-8\?/)
      expect(Buffer.from(/\?Q\?(.*)\?=/.exec(text)?.[1]?.replace(/_/g, " ") ?? "").toString()).toContain(String(at + 1))
    })
    await rm(folder, { recursive: true })
  })

  it("fails when it cannot be delivered: no folder, no server, a silent server", async () => {
    const outcome = (layer: Layer.Layer<Mailer>) =>
      Effect.runPromise(Effect.either(Effect.provide(Effect.flatMap(Mailer, (mailer) => mailer.send(mail)), layer)))
    const refused = await outcome(mailFolder({ directory: "/dev/null/mail", from }))
    expect(Either.isLeft(refused) && refused.left._tag).toBe("MailUndeliverable")
    const nobody = await outcome(mailSmtp({ url: "smtp://127.0.0.1:1", from }))
    expect(Either.isLeft(nobody) && nobody.left.to).toBe("ada@example.org")
    const silent = net.createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    const { port } = silent.address() as net.AddressInfo
    const unanswered = await outcome(mailSmtp({ url: `smtp://127.0.0.1:${port}?greetingTimeout=300`, from }))
    expect(Either.isLeft(unanswered) && String(unanswered.left.cause)).toMatch(/Greeting never received/)
    silent.close()
  })

  it("is sent to an SMTP server", async () => {
    const received: Array<string> = []
    const server = net.createServer((socket) => {
      let inData = false
      socket.write("220 test\r\n")
      socket.on("data", (chunk) => {
        const text = chunk.toString()
        received.push(text)
        if (inData) {
          if (text.endsWith("\r\n.\r\n")) {
            inData = false
            socket.write("250 kept\r\n")
          }
          return
        }
        if (text.startsWith("DATA")) {
          inData = true
          socket.write("354 go\r\n")
        } else if (text.startsWith("QUIT")) socket.end("221 bye\r\n")
        else socket.write("250 ok\r\n")
      })
      socket.on("error", () => socket.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as net.AddressInfo
    await Effect.runPromise(
      Effect.provide(
        Effect.flatMap(Mailer, (mailer) => mailer.send(mail)),
        mailSmtp({ url: `smtp://127.0.0.1:${port}`, from })
      )
    )
    expect(received.join("")).toContain("RCPT TO:<ada@example.org>")
    server.close()
  })
})

describe("passwords", () => {
  const use = <A, E>(work: (hasher: PasswordHasher["Type"]) => Effect.Effect<A, E>, options = {}) =>
    Effect.runPromise(Effect.provide(Effect.flatMap(PasswordHasher, work), passwordHasherArgon2(options)))

  it("are hashed with salt and the stated parameters, and verified exactly as given", () =>
    use((hasher) =>
      Effect.gen(function*() {
        const [a, b] = [yield* hasher.hash("correct horse"), yield* hasher.hash("correct horse")]
        expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
        expect(a).not.toBe(b)
        expect([
          yield* hasher.verify(a, "correct horse"),
          yield* hasher.verify(a, "correct horse "),
          yield* hasher.verify(undefined, "correct horse"),
          yield* hasher.verify(undefined, "no account has this password")
        ]).toEqual([true, false, false, false])
      })
    ))

  it("take as long to refuse without a stored hash as with one", () =>
    use((hasher) =>
      Effect.gen(function*() {
        const stored = yield* hasher.hash("correct horse")
        const [known, unknown] = [stored, undefined].map((hash) => () =>
          Effect.runPromise(hasher.verify(hash, "wrong"))
        )
        expect(yield* Effect.promise(() => costRatio(known!, unknown!, 1.5))).toBeLessThan(2)
        expect(yield* Effect.promise(() => costRatio(unknown!, known!, 1.5))).toBeLessThan(2)
      })
    ))

  it("are hashed in limited numbers: excess ones are refused immediately with a time to retry", () =>
    use((hasher) =>
      Effect.gen(function*() {
        const outcomes = yield* Effect.forEach(Array.from({ length: 8 }), () => Effect.either(hasher.hash("x")), {
          concurrency: "unbounded"
        })
        const refused = outcomes.filter(Either.isLeft)
        expect([outcomes.filter(Either.isRight).length, refused.length]).toEqual([4, 4])
        expect(refused.every(({ left }) => left.code === "RATE_LIMITED" && left.retryAfterSeconds === 2)).toBe(true)
        expect(yield* hasher.verify(yield* hasher.hash("y"), "y")).toBe(true)
      }), { runningMax: 1, waitingMax: 3 }))

  it("stop waiting at the time limit, and free their slot", () =>
    use((hasher) =>
      Effect.gen(function*() {
        const outcomes = yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.either(hasher.hash("x")), {
          concurrency: "unbounded"
        })
        expect(outcomes.some(Either.isLeft)).toBe(true)
        expect(yield* hasher.hash("y")).toMatch(/^\$argon2id/)
      }), { runningMax: 1, waitingMax: 32, waitMillisMax: 40 }))
})

describe("secrets", () => {
  it("have 32 random bytes after their prefix, and a digest", () => {
    const secrets = Effect.runSync(Effect.provide(Secrets, SecretsNodeLive))
    const minted = Array.from({ length: 100 }, () => Effect.runSync(secrets.mint("sk_")))
    expect(new Set(minted.map(({ secret }) => secret)).size).toBe(100)
    for (const { secret, digest, last4 } of minted) {
      expect(secret).toMatch(/^sk_[A-Za-z0-9_-]{43}$/)
      expect(last4).toBe(secret.slice(-4))
      expect(Buffer.from(digest)).toEqual(createHash("sha256").update(secret).digest())
      expect(Buffer.from(secrets.digestOf(secret))).toEqual(Buffer.from(digest))
    }
    expect(Effect.runSync(secrets.code(8))).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  })
})
