import * as OpenApi from "@effect/platform/OpenApi"
import type { Context } from "effect"

/** The texts about an endpoint in the OpenAPI document: a short title, and a description of what it does. */
export const documentation = (summary: string, description: string): Context.Context<never> =>
  OpenApi.annotations({ summary, description })
