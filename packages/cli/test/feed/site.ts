import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** Serves a site whose pages are set by the test, immediately or delayed, and counts the reads of each. */
export const startSite = async () => {
  const pages = new Map<string, string | Promise<string>>()
  const reads = new Map<string, number>()
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url!, "http://site").pathname
    reads.set(path, (reads.get(path) ?? 0) + 1)
    void Promise.resolve(pages.get(path)).then((page) =>
      response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" }).end(page ?? "no")
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { pages, reads, url, stop: () => new Promise((resolve) => server.close(resolve)) }
}
