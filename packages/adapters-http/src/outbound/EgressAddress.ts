import ipaddr from "ipaddr.js"

const blocked4 = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier-grade NAT (also a cloud's metadata)
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // a cloud's metadata at a public address
  "169.254.0.0/16", // link-local (cloud metadata)
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4" // reserved, broadcast
].map((range) => ipaddr.IPv4.parseCIDR(range))

// Global unicast; everything else (loopback, mapped and translated IPv4, NAT64, unique local, multicast) is refused.
const global6 = ipaddr.IPv6.parseCIDR("2000::/3")
const blocked6 = [
  "2001::/23", // protocol assignments, Teredo, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, which holds an IPv4 address
  "3fff::/20" // documentation
].map((range) => ipaddr.IPv6.parseCIDR(range))

const parse = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  // Only four decimal numbers or IPv6 notation; short, octal and hexadecimal forms of IPv4 are not accepted.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return text.includes(":") && !text.includes("%") && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined
}

/**
 * Whether an IP address is public: global unicast according to the registries of IANA. False for a text that is not an
 * address.
 */
export const isPublicAddress = (text: string): boolean => {
  const address = parse(text)
  if (address === undefined) return false
  if (address instanceof ipaddr.IPv4) return !blocked4.some((range) => address.match(range))
  return address.match(global6) && !blocked6.some((range) => address.match(range))
}

/** Whether an IP address is this machine's own: 127.0.0.0/8 or ::1. */
export const isLoopbackAddress = (text: string): boolean => parse(text)?.range() === "loopback"

/** Whether two texts are the same address (an IPv6 socket reports an IPv4 peer as `::ffff:…`). */
export const isSameAddress = (one: string, other: string): boolean =>
  ipaddr.isValid(one) && ipaddr.isValid(other) && ipaddr.process(one).toString() === ipaddr.process(other).toString()
