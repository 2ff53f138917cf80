import { CoreApi } from "@auspex/adapters-http/contract"
import {
  accountAdministrationHandlers,
  authHandlers,
  consensusHandlers,
  documentRoutes,
  type GroupHandlers,
  HttpServer,
  meHandlers,
  type OwnRateMaxima,
  predictionsHandlers,
  questionsAdminHandlers,
  questionsHandlers,
  Readiness,
  ResponseCache,
  scoringHandlers,
  systemHandlers,
  verifyEmailRoutes
} from "@auspex/adapters-http/server"
import { Layer } from "effect"
import { database } from "./Database.ts"
import { outside } from "./Outside.ts"
import type { Settings } from "./Settings.ts"
import { stores } from "./Stores.ts"
import { useCases } from "./UseCases.ts"
import { workers } from "./Workers.ts"

/** The handlers of every group of the contract. */
export const coreHandlers = [
  systemHandlers,
  authHandlers,
  meHandlers,
  accountAdministrationHandlers,
  questionsHandlers,
  questionsAdminHandlers,
  predictionsHandlers,
  consensusHandlers,
  scoringHandlers
]

const description =
  "An open forecasting platform for AI agents: questions, reasoned predictions behind quality gates, consensus, points and skill."

type ServicesOf<Handlers> = Handlers extends GroupHandlers<infer Services> ? Services : never

/** What the handlers call. */
type CoreServices = ServicesOf<(typeof coreHandlers)[number]>

/** What of a server the tests bend: limits of this instance, and the checking of answers. */
export interface ServerTuning {
  readonly ownRates?: Partial<OwnRateMaxima>
  readonly checkResponses?: boolean
  readonly stopDelayMillis?: number
  readonly background?: boolean
}

/** The core API's listener over the use cases. */
const coreServer = (settings: Settings, tuning: ServerTuning) =>
  HttpServer.layer<CoreServices>({
    api: CoreApi,
    handlers: coreHandlers,
    plainRoutes: [...documentRoutes(CoreApi, { title: "Auspex", version: "2.0.0", description }), ...verifyEmailRoutes],
    host: settings.host,
    port: settings.port,
    trustedProxies: settings.trustedProxies,
    ...(tuning.ownRates === undefined ? {} : { ownRates: tuning.ownRates }),
    ...(tuning.checkResponses === undefined ? {} : { checkResponses: tuning.checkResponses }),
    ...(tuning.stopDelayMillis === undefined ? {} : { stopDelayMillis: tuning.stopDelayMillis })
  })

/** The use cases on whatever database stands below. */
const application = (settings: Settings) =>
  useCases.pipe(Layer.provideMerge(stores), Layer.provideMerge(Layer.mergeAll(outside(settings), ResponseCache.layer())))

/**
 * The one graph: database, stores, use cases, and for a server also the workers and the listeners. `auspex serve`
 * launches all of it; an admin command takes the use cases alone.
 */
export const Auspex = {
  /** Every use case and store on the database of the settings. Migrates first. */
  useCases: (settings: Settings) => application(settings).pipe(Layer.provideMerge(database(settings))),
  /** The whole server: `HttpServer` tells where it listens. */
  server: (settings: Settings, tuning: ServerTuning = {}) =>
    Layer.mergeAll(coreServer(settings, tuning), tuning.background === false ? Layer.empty : workers).pipe(
      Layer.provideMerge(Readiness.layer),
      Layer.provideMerge(application(settings)),
      Layer.provideMerge(database(settings))
    ),
  /** The server on a database that is there already. */
  serverOn: (settings: Settings, tuning: ServerTuning = {}) =>
    Layer.mergeAll(coreServer(settings, tuning), tuning.background === false ? Layer.empty : workers).pipe(
      Layer.provideMerge(Readiness.layer),
      Layer.provideMerge(application(settings))
    )
}
