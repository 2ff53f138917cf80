import ipaddr from "ipaddr.js"
import type { IncomingMessage } from "node:http"
import type { Scheme } from "./ownOrigin.ts"

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * The client's address, and the key under which limits count it: all addresses of an IPv6 /64 network share one key.
 */
export interface ClientAddress {
  readonly address: string
  readonly limitKey: string
  /** The scheme by which the client reached the last proxy, as a trusted proxy reports it. */
  readonly scheme?: Scheme
}

const unknown: ClientAddress = { address: "unknown", limitKey: "unknown" }

const parse = (text: string): Address | undefined => {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ??
    (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(text) ? text.slice(0, text.indexOf(":")) : text)
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

const describe = (address: Address): ClientAddress => {
  const text = address.toString()
  if (address.kind() === "ipv4") return { address: text, limitKey: text }
  const network = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16)).join(":")
  return { address: text, limitKey: `${network}::/64` }
}

/** The scheme that the nearest proxy names: the last entry. */
const schemeIn = (header: string | Array<string> | undefined): Scheme | undefined => {
  const last = header === undefined ? undefined : String(header).split(",").at(-1)?.trim().toLowerCase()
  return last === "http" || last === "https" ? last : undefined
}

/** The key under which limits count an address. */
export const limitKeyOf = (address: string): string => {
  const parsed = parse(address)
  return parsed === undefined ? unknown.limitKey : describe(parsed).limitKey
}

const among = (trusted: ReadonlyArray<string>): (address: Address) => boolean => {
  const ranges = trusted.map((text) => {
    if (text.includes("/")) return ipaddr.parseCIDR(text)
    const address = ipaddr.process(text)
    return [address, address.kind() === "ipv4" ? 32 : 128] as [Address, number]
  })
  return (address) =>
    ranges.some(([network, bits]) =>
      // Both are of the same kind here, but TypeScript cannot infer that.
      network.kind() === address.kind() && address.match([network, bits] as [never, number])
    )
}

/** Whether a peer, by its socket's address, is one of the trusted proxies. */
export const isTrustedPeer = (trusted: ReadonlyArray<string>): (remoteAddress: string) => boolean => {
  const isTrusted = among(trusted)
  return (remoteAddress) => {
    const address = parse(remoteAddress)
    return address !== undefined && isTrusted(address)
  }
}

/**
 * Finds the client's address: the rightmost hop of `X-Forwarded-For` that is not a trusted proxy if the peer is a
 * trusted proxy; otherwise the peer. `X-Forwarded-Proto` counts under the same condition. `trusted` holds addresses or
 * CIDR ranges; a malformed entry throws.
 */
export const clientAddressOf = (trusted: ReadonlyArray<string>): (request: IncomingMessage) => ClientAddress => {
  const isTrusted = among(trusted)
  // The peer's address is parsed once per connection.
  const peers = new WeakMap<object, { readonly client: ClientAddress; readonly trusted: Address | undefined }>()
  return (request) => {
    let peer = peers.get(request.socket)
    if (peer === undefined) {
      const address = parse(request.socket.remoteAddress ?? "")
      peer = {
        client: address === undefined ? unknown : describe(address),
        trusted: address !== undefined && isTrusted(address) ? address : undefined
      }
      peers.set(request.socket, peer)
    }
    const forwarded = peer.trusted === undefined ? undefined : request.headers["x-forwarded-for"]
    const scheme = peer.trusted === undefined ? undefined : schemeIn(request.headers["x-forwarded-proto"])
    if (forwarded === undefined) return scheme === undefined ? peer.client : { ...peer.client, scheme }
    let found = peer.client
    for (const hop of String(forwarded).split(",").reverse()) {
      const address = parse(hop.trim())
      if (address === undefined) break
      found = describe(address)
      if (!isTrusted(address)) break
    }
    return scheme === undefined ? found : { ...found, scheme }
  }
}
