import type { Failures } from "@auspex/domain/kernel"
import type { IncomingMessage } from "node:http"
import { requestFailure } from "./Route.ts"

/** Node drops the headers beyond the limit, and keeps a few of them in the list of raw headers only. */
export const headersMax = 100

/** A host with an optional port, or nothing; the host itself is not judged here. */
const hostForm = /^[^\s,/?#@\\]*$/u

const countOfHosts = ({ rawHeaders }: IncomingMessage): number => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === "host") count++
  }
  return count
}

/**
 * The failures of a request's headers as a whole. Too many headers are refused, because Node would drop some, and a
 * dropped header might be a credential or a condition. HTTP/1.1 requires a Host header, and several are refused, because
 * a proxy and this server might believe different hosts. Checked here because Node would answer without a body, or take
 * the first.
 */
export const headFlawOf = (request: IncomingMessage): Failures | undefined => {
  if (request.rawHeaders.length > 2 * headersMax)
    return requestFailure(`A request may carry at most ${headersMax} headers.`)
  const { host } = request.headers
  if (host === undefined) {
    return request.httpVersion === "1.1"
      ? requestFailure("A request of HTTP/1.1 must carry a Host header.", "Host")
      : undefined
  }
  if (countOfHosts(request) > 1) return requestFailure("A request must carry one Host header, not several.", "Host")
  return hostForm.test(host) ? undefined : requestFailure("Host must be a host name with an optional port.", "Host")
}
