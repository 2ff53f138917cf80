import { BlockList, isIP } from "node:net"

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

/**
 * Whether a server that listens on this host is reachable only from its own machine: `localhost`, 127.0.0.0/8 or ::1.
 */
export const isLoopbackHost = (host: string): boolean => {
  const version = isIP(host)
  return version === 0 ? host.toLowerCase() === "localhost" : loopback.check(host, version === 4 ? "ipv4" : "ipv6")
}
