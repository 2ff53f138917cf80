import { Effect, type Scope } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { demoHtml, type DemoPage } from "../../demo/demoPages.ts"

/** Serves pages on a free port of this machine while the scope is open; returns the address of each path. */
export const demoSite = (
  pages: ReadonlyArray<DemoPage>
): Effect.Effect<(path: string) => string, never, Scope.Scope> => {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  return Effect.acquireRelease(
    Effect.async<ReturnType<typeof createServer>>((resume) => {
      const server = createServer((request, response) => {
        const page = byPath.get(request.url ?? "/")
        response.writeHead(page === undefined ? 404 : page.status ?? 200, {
          "content-type": "text/html; charset=utf-8"
        })
        response.end(page === undefined ? "" : demoHtml(page))
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.async<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  ).pipe(Effect.map((server) => {
    const { port } = server.address() as AddressInfo
    return (path) => `http://127.0.0.1:${port}${path}`
  }))
}
