import { Context } from "effect"
import { type BoundServer, serverLayer } from "./HttpServer.ts"

/** The research API's listener. */
export class ResearchServer extends Context.Tag("auspex/http/ResearchServer")<ResearchServer, BoundServer>() {
  static readonly layer = serverLayer(ResearchServer)
}
