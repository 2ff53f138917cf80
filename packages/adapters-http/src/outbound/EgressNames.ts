import { promises as dns } from "node:dns"

/** The addresses of a name; rejects when it cannot be asked, answers none when there is no such name. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<ReadonlyArray<string>>

/** The most addresses that a name may have. */
export const answersMax = 16
const resolveMillis = 5_000

const noSuchName: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA", "ENONAME"])

const noneWhenMissing = (cause: unknown): ReadonlyArray<string> => {
  if (noSuchName.has((cause as { code?: unknown }).code)) return []
  throw cause
}

/** Asks the name servers of the system for both kinds of addresses, IPv4 first. */
export const resolveByDns: ResolveName = async (name, signal) => {
  // One resolver for each name, so that giving up on one cancels no other; no file of local names is read.
  const resolver = new dns.Resolver({ timeout: resolveMillis / 2, tries: 2 })
  const cancel = (): void => resolver.cancel()
  signal.addEventListener("abort", cancel, { once: true })
  try {
    const [four, six] = await Promise.all([
      resolver.resolve4(name).catch(noneWhenMissing),
      // A server that fails on IPv6 alone must not hide what it has said about IPv4.
      resolver.resolve6(name).catch((): ReadonlyArray<string> => [])
    ])
    return [...four, ...six]
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}

/** Asks the system, local names included: for development. */
export const resolveBySystem: ResolveName = async (name) => {
  const answers = await dns.lookup(name, { all: true }).catch((cause: unknown) => {
    noneWhenMissing(cause)
    return []
  })
  return answers.map(({ address }) => address)
}
