import { type ErrorCode, type Failure, type Failures, failure } from "@auspex/domain/kernel"
import type { Router } from "find-my-way-ts"
import { type HttpAnswer, jsonAnswer } from "./HttpAnswer.ts"
import { corsHeaders } from "./headers.ts"
import type { Route } from "./Route.ts"

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** A list with one failure, for requests that the listener itself refuses. */
export const refused = (
  code: ErrorCode,
  message: string,
  details: Parameters<typeof failure>[2] = {}
): readonly [Failure] => [failure(code, message, details)]

export const noSuchPath = refused("NOT_FOUND", "There is no such path; see /openapi.json.")

const preflight: ReadonlyArray<string> = [
  ...corsHeaders.slice(0, 2),
  "Access-Control-Allow-Methods",
  "GET, HEAD",
  "Access-Control-Allow-Headers",
  "Content-Type, If-None-Match, X-Request-Id",
  "Access-Control-Max-Age",
  "86400"
]

/**
 * The answer to a method and path without a route: 404, 405 with `Allow`, or the answer to OPTIONS. `refuse` makes the
 * answer of a refusal.
 */
export const noRouteAnswer = (
  router: Router<Route>,
  method: string,
  path: string,
  refuse: (failures: Failures, headers?: ReadonlyArray<string>) => HttpAnswer
): HttpAnswer => {
  const allowed = methods.filter((candidate) => router.find(candidate, path) !== undefined)
  if (allowed.length === 0 && method !== "TRACE" && path !== "*") {
    return refuse(noSuchPath)
  }
  const all = [...allowed, ...(allowed.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ")
  const allow = ["Allow", all]
  if (method !== "OPTIONS") {
    const failures = refused("METHOD_NOT_ALLOWED", `This path does not take ${method}; it takes ${all}.`, {
      limit: all
    })
    return refuse(failures, allow)
  }
  const isPublicGet = router.find("GET", path)?.handler.isPublicGet === true
  return { ...jsonAnswer(204, undefined, isPublicGet ? [...allow, ...preflight] : allow), content: undefined }
}
