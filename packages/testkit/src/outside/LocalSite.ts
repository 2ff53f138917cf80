import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** What a page of a local site answers. */
export interface LocalPage {
  /** HTML unless `contentType` says otherwise. */
  readonly body: string | Uint8Array
  readonly contentType?: string
  /** 200 by default. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A web site on this machine, whose pages can be changed while it runs. */
export class LocalSite {
  readonly #server: Server
  readonly #pages = new Map<string, LocalPage>()
  /** The paths that were asked for, in order. */
  readonly asked: Array<string> = []

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? "/"
      this.asked.push(path)
      const page = this.#pages.get(path) ?? { status: 404, body: "<h1>Not found</h1>" }
      response.writeHead(page.status ?? 200, {
        "content-type": page.contentType ?? "text/html; charset=utf-8",
        ...page.headers
      })
      response.end(page.body)
    })
  }

  /** Starts a site on a free port. */
  static async start(): Promise<LocalSite> {
    const site = new LocalSite()
    await new Promise<void>((resolve) => site.#server.listen(0, "127.0.0.1", resolve))
    return site
  }

  /** The address of a path. */
  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`
  }

  /** Adds or replaces a page, and returns its address. */
  put(path: string, page: LocalPage): string {
    this.#pages.set(path, page)
    return this.url(path)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
