import * as FindMyWay from "find-my-way-ts"
import { isServedSpelling } from "./requestTarget.ts"
import type { Route } from "./Route.ts"

/** A router that finds routes by method and canonical path. */
export const routerOf = (routes: ReadonlyArray<Route>): FindMyWay.Router<Route> => {
  const router = FindMyWay.make<Route>({
    ignoreTrailingSlash: false,
    ignoreDuplicateSlashes: false,
    caseSensitive: true,
    maxParamLength: 1_024
  })
  for (const route of routes) router.on(route.method, route.path as FindMyWay.PathInput, route)
  return router
}

/** The route for a method and path; HEAD uses the GET route. */
export const findRoute = (
  router: FindMyWay.Router<Route>,
  method: string,
  path: string
): FindMyWay.FindResult<Route> | undefined =>
  method === "TRACE" || !isServedSpelling(path) ? undefined : router.find(method === "HEAD" ? "GET" : method, path)
