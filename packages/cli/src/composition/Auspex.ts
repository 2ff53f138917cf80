import { BridgeHub } from "@auspex/adapters-bridge/hub"
import { CoreApi, ResearchApi } from "@auspex/adapters-http/contract"
import { coreDocument, coreTextRoutes, documentRoutes, researchDocument } from "@auspex/adapters-http/documents"
import {
  HttpServer,
  type HttpServerOptions,
  Readiness,
  researchEnvelope,
  ResearchServer,
  ResponseCache,
  type ResponseCacheOptions
} from "@auspex/adapters-http/engine"
import {
  coreHandlers,
  type CoreServices,
  researchHandlers,
  type ResearchServices
} from "@auspex/adapters-http/handlers"
import { pageReaderNode, type PageReaderOptions } from "@auspex/adapters-http/reading"
import {
  accountPageRoutes,
  pageFileRoutes,
  researchPageRoutes,
  type ResearchPageServices,
  sitePageRoutes,
  type SitePageServices,
  siteRefusalPage,
  surveyPageRoutes
} from "@auspex/adapters-http/pages"
import { DiskGuard, PgStores } from "@auspex/adapters-pg"
import type { SurveyForms } from "@auspex/domain/surveyLinks"
import type { Mailer, PasswordHasher } from "@auspex/domain/accounts"
import type { Outbound, UnitOfWork } from "@auspex/domain/kernel"
import { EventSignal } from "@auspex/domain/webhooks"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { bridgeRoute } from "./BridgeRoute.ts"
import { changesOfInstances } from "./ChangesOfInstances.ts"
import { database } from "./Database.ts"
import { embeddingModel, externalServices, modelServices, secretServices } from "./ExternalServices.ts"
import { frameRouter } from "./FrameRouting.ts"
import type { Settings } from "./Settings.ts"
import { useCases } from "./UseCases.ts"
import { workers } from "./Workers.ts"

/**
 * Options of a server for tests: limits of this instance, validation of answers, the cache, the password hasher, and the
 * reading of pages.
 */
export interface ServerTuning extends
  Pick<
    HttpServerOptions<never>,
    | "ownRates"
    | "checkResponses"
    | "stopDelayMillis"
    | "drainMillisMax"
    | "requestTimeoutMillis"
    | "headersTimeoutMillis"
    | "keepAliveTimeoutMillis"
  > {
  /** False to run without workers. */
  readonly background?: boolean
  readonly passwordHasher?: Layer.Layer<PasswordHasher>
  /** Wraps the slow and outgoing services: password hashing, mail and outgoing requests. */
  readonly interceptor?: Interceptor
  readonly cache?: ResponseCacheOptions
  readonly reading?: PageReaderOptions
}

type SlowServices = PasswordHasher | Mailer | Outbound
type Interceptor = Layer.Layer<SlowServices, never, SlowServices | UnitOfWork>

/** The use cases on any database; `tuning` is that of a server, and undefined for a command. */
const application = (settings: Settings, tuning?: ServerTuning, reading = tuning?.reading) => {
  const { cache, interceptor = Layer.context<SlowServices>(), passwordHasher } = tuning ?? {}
  return useCases.pipe(
    Layer.provideMerge(changesOfInstances(settings, tuning !== undefined)),
    Layer.provideMerge(embeddingModel(settings)),
    Layer.provideMerge(BridgeHub.layer),
    Layer.provideMerge(frameRouter(settings, tuning !== undefined)),
    Layer.provideMerge(Layer.merge(secretServices(settings), modelServices(settings))),
    Layer.provideMerge(pageReaderNode(reading)),
    Layer.provideMerge(interceptor as Interceptor),
    Layer.provideMerge(PgStores.layer),
    Layer.provideMerge(
      Layer.mergeAll(externalServices(settings, passwordHasher), ResponseCache.layer(cache), EventSignal.layer)
    )
  )
}

/** The listeners over the use cases: the core API, and the research API with its own envelope. */
const listeners = (
  settings: Settings,
  { background: _, passwordHasher: __, interceptor: ___, cache: ____, reading: _____, ...tuning }: ServerTuning
) => {
  const shared = {
    host: settings.host,
    trustedProxies: settings.trustedProxies,
    stopDelayMillis: settings.stopDelaySeconds * 1_000,
    ownRates: settings.rateLimits,
    ...tuning
  }
  const core = Layer.unwrapEffect(
    Effect.map(
      BridgeHub,
      ({ stop }) =>
        HttpServer.layer<CoreServices | BridgeHub | ResearchPageServices | SitePageServices | SurveyForms>({
          ...shared,
          api: CoreApi,
          handlers: coreHandlers,
          plainRoutes: [
            ...documentRoutes(CoreApi, { ...coreDocument, serverUrl: settings.publicUrl }),
            ...coreTextRoutes(CoreApi, coreDocument),
            ...accountPageRoutes,
            ...surveyPageRoutes,
            ...researchPageRoutes,
            ...sitePageRoutes,
            bridgeRoute
          ],
          port: settings.port,
          refusalPage: siteRefusalPage,
          closeTakenOver: stop
        })
    )
  )
  return Layer.mergeAll(
    core,
    ResearchServer.layer<ResearchServices>({
      ...shared,
      api: ResearchApi,
      handlers: researchHandlers,
      plainRoutes: [
        ...documentRoutes(ResearchApi, { ...researchDocument, serverUrl: settings.researchUrl }),
        ...pageFileRoutes
      ],
      envelope: researchEnvelope,
      port: settings.researchPort
    })
  )
}

/** A server without its database. */
const serving = (settings: Settings, tuning: ServerTuning = {}) =>
  Layer.mergeAll(listeners(settings, tuning), tuning.background === false ? Layer.empty : workers(settings)).pipe(
    Layer.provideMerge(Readiness.layer),
    Layer.provideMerge(application(settings, tuning))
  )

/**
 * The layer graph: database, stores, use cases, and for a server also the workers and the listeners. `auspex serve`
 * launches all of it; an admin command builds only the services behind the routes, and handles its requests in process.
 */
export const Auspex = {
  /** All use cases and stores on the database of the settings, which is migrated first. */
  useCases: (settings: Settings, reading?: PageReaderOptions) =>
    application(settings, undefined, reading).pipe(Layer.provideMerge(database(settings))),
  /** All services behind the routes of the core API, on a database that the caller provides. */
  routesOn: (settings: Settings) => Layer.merge(application(settings), Readiness.layer),
  /**
   * The whole server; `HttpServer` and `ResearchServer` hold the listening addresses. `prepare` runs on the migrated
   * database before the listeners and workers start.
   */
  server: <E>(settings: Settings, prepare: Effect.Effect<void, E, SqlClient>) =>
    serving(settings).pipe(
      Layer.provideMerge(Layer.effectDiscard(prepare)),
      Layer.provideMerge(settings.databaseUrl === undefined ? DiskGuard.layer(settings) : Layer.empty),
      Layer.provideMerge(database(settings))
    ),
  /** The server on a database that the caller provides. */
  serverOn: serving
}
