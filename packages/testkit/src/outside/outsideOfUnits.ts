import { Mailer, PasswordHasher } from "@auspex/domain/accounts"
import { Outbound, UnitOfWork } from "@auspex/domain/kernel"
import { Context, Effect, Layer } from "effect"

/**
 * Guards the hasher, the mailer and the outbound calls of a test server: using one of them inside a unit of work, which
 * would hold a connection meanwhile, is a defect.
 */
export const outsideOfUnits: Layer.Layer<
  PasswordHasher | Mailer | Outbound,
  never,
  PasswordHasher | Mailer | Outbound | UnitOfWork
> = Layer.effectContext(
  Effect.gen(function*() {
    const { isOpen } = yield* UnitOfWork
    const hasher = yield* PasswordHasher
    const mailer = yield* Mailer
    const outbound = yield* Outbound
    const outside = <A, E, R>(action: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.flatMap(isOpen, (open) => open ? Effect.dieMessage(`${action} inside of a unit of work`) : effect)
    return Context.make(PasswordHasher, {
      hash: (password) => outside("A password was hashed", hasher.hash(password)),
      verify: (hash, password) => outside("A password was hashed", hasher.verify(hash, password))
    }).pipe(
      Context.add(Mailer, { send: (mail) => outside("A mail was sent", mailer.send(mail)) }),
      Context.add(Outbound, {
        check: (url, field) => outside("A name was looked up", outbound.check(url, field)),
        request: (request) => outside("A server was called", outbound.request(request)),
        open: (request) => outside("A server was called", outbound.open(request)),
        document: (request) => outside("A document was read", outbound.document(request)),
        page: (request) => outside("A page was read", outbound.page(request))
      })
    )
  })
)
