import { Mailer, PasswordHasher } from "@auspex/domain/accounts"
import { Secrets } from "@auspex/domain/identity"
import { costRatio } from "@auspex/testkit/cost"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, type Layer } from "effect"
import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import * as net from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { mailFolder, mailSmtp, passwordHasherArgon2, SecretsNodeLive } from "../../src/outbound/index.ts"

const from = "Auspex <noreply@auspex.invalid>"
const mail = {
  to: "ada@example.org",
  subject: "Zürich: verify",
  text: "Follow https://example.org/verify?token=abc",
  html: "<p>Hello</p>"
}

const send = (layer: Layer.Layer<Mailer>) =>
  Effect.provide(Effect.flatMap(Mailer, (mailer) => mailer.send(mail)), layer)

/** Listens on a free port, and returns it. */
const listen = (server: net.Server) =>
  Effect.async<number>((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as net.AddressInfo).port)))
  })

describe("mail", () => {
  it.live("is written as one complete .eml file each, with names that sort by time", () =>
    Effect.gen(function*() {
      const folder = join(mkdtempSync(join(tmpdir(), "auspex-mail-")), "mail")
      yield* Effect.flatMap(
        Mailer,
        (mailer) => Effect.forEach([1, 2, 3], (n) => mailer.send({ ...mail, subject: `${mail.subject} ${n}` }))
      ).pipe(Effect.provide(mailFolder({ directory: folder, from })))
      const names = readdirSync(folder).sort()
      expect(names).toHaveLength(3)
      expect(names.every((name) => /^\d{4}-\d{2}-\d{2}T[\d-]+Z-\d+-\d{6}\.eml$/.test(name))).toBe(true)
      names.forEach((name, at) => {
        const text = readFileSync(join(folder, name), "utf8")
        expect(text).toContain("To: ada@example.org")
        expect(text).toContain("https://example.org/verify?token=")
        expect(text).toMatch(/Subject: =\?UTF-8\?/)
        expect(Buffer.from(/\?Q\?(.*)\?=/.exec(text)?.[1]?.replace(/_/g, " ") ?? "").toString()).toContain(
          String(at + 1)
        )
      })
      rmSync(folder, { recursive: true })
    }))

  it.live("fails when it cannot be delivered: no folder, no server, a silent server", () =>
    Effect.gen(function*() {
      const refused = yield* Effect.flip(send(mailFolder({ directory: "/dev/null/mail", from })))
      expect(refused._tag).toBe("MailUndeliverable")
      // Node's recursive mkdir would never return there.
      expect((yield* Effect.flip(send(mailFolder({ directory: "/proc/mail/new", from }))))._tag).toBe(
        "MailUndeliverable"
      )
      const nobody = yield* Effect.flip(send(mailSmtp({ url: "smtp://127.0.0.1:1", from })))
      expect(nobody.to).toBe("ada@example.org")
      const silent = net.createServer(() => undefined)
      const url = `smtp://127.0.0.1:${yield* listen(silent)}?greetingTimeout=300`
      const unanswered = yield* Effect.flip(send(mailSmtp({ url, from })))
      expect(String(unanswered.cause)).toMatch(/Greeting never received/)
      silent.close()
    }))

  it.live("is sent to an SMTP server", () =>
    Effect.gen(function*() {
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
      yield* send(mailSmtp({ url: `smtp://127.0.0.1:${yield* listen(server)}`, from }))
      expect(received.join("")).toContain("RCPT TO:<ada@example.org>")
      server.close()
    }))
})

describe("passwords", () => {
  const use = <A, E>(work: (hasher: PasswordHasher["Type"]) => Effect.Effect<A, E>, options = {}) =>
    Effect.provide(Effect.flatMap(PasswordHasher, work), passwordHasherArgon2(options))

  it.live("are hashed with salt and the stated parameters, and verified exactly as given", () =>
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

  it.live("take as long to refuse without a stored hash as with one", () =>
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

  it.live("are hashed in limited numbers: excess ones are refused immediately with a time to retry", () =>
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

  it.live("stop waiting at the time limit, and free their slot", () =>
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
  it.effect("have 32 random bytes after their prefix, and a digest", () =>
    Effect.gen(function*() {
      const secrets = yield* Secrets
      const minted = yield* Effect.replicateEffect(secrets.mint("sk_"), 100)
      expect(new Set(minted.map(({ secret }) => secret)).size).toBe(100)
      for (const { secret, digest, last4 } of minted) {
        expect(secret).toMatch(/^sk_[A-Za-z0-9_-]{43}$/)
        expect(last4).toBe(secret.slice(-4))
        expect(Buffer.from(digest)).toEqual(createHash("sha256").update(secret).digest())
        expect(Buffer.from(secrets.digestOf(secret))).toEqual(Buffer.from(digest))
      }
      expect(yield* secrets.code(8)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    }).pipe(Effect.provide(SecretsNodeLive)))
})
