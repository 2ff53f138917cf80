import { promises as dns } from "node:dns"

/** Resolves a name to its addresses; empty if the name does not exist, rejects if the lookup fails. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<ReadonlyArray<string>>

/** The maximum number of addresses of a name. */
export const answersMax = 16
export const resolveMillis = 5_000

const noSuchName: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA", "ENONAME"])

const noneWhenMissing = (cause: unknown): ReadonlyArray<string> => {
  if (noSuchName.has((cause as { code?: unknown }).code)) return []
  throw cause
}

/** Queries the system's name servers for IPv4 and IPv6 addresses; IPv4 comes first. */
export const resolveByDns: ResolveName = async (name, signal) => {
  // A resolver per name, so that cancelling a lookup cancels no other. The hosts file is not read.
  const resolver = new dns.Resolver({ timeout: resolveMillis / 2, tries: 2 })
  const cancel = (): void => resolver.cancel()
  signal.addEventListener("abort", cancel, { once: true })
  try {
    const [four, six] = await Promise.all([
      resolver.resolve4(name).catch(noneWhenMissing),
      // A failure of the IPv6 query alone must not discard the IPv4 addresses.
      resolver.resolve6(name).catch((): ReadonlyArray<string> => [])
    ])
    return [...four, ...six]
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}

/** Uses the system's resolver, including local names: for development. */
export const resolveBySystem: ResolveName = async (name) => {
  const answers = await dns.lookup(name, { all: true }).catch((cause: unknown) => {
    noneWhenMissing(cause)
    return []
  })
  return answers.map(({ address }) => address)
}
