import { Context, Layer } from "effect"
import { type BoundServer, type HttpListenFailed, type HttpServerOptions, listen } from "./HttpServer.ts"
import type { AdapterServices } from "./perform.ts"
import type { Readiness } from "./Readiness.ts"
import type { ResponseCache } from "./ResponseCache.ts"

/** The research API's listener. */
export class ResearchServer extends Context.Tag("auspex/http/ResearchServer")<ResearchServer, BoundServer>() {
  static readonly layer = <R>(
    options: HttpServerOptions<R>
  ): Layer.Layer<ResearchServer, HttpListenFailed, R | AdapterServices | ResponseCache | Readiness> =>
    Layer.scoped(ResearchServer, listen(options)) as Layer.Layer<
      ResearchServer,
      HttpListenFailed,
      R | AdapterServices | ResponseCache | Readiness
    >
}
