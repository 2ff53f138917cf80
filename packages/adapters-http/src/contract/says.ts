import * as OpenApi from "@effect/platform/OpenApi"
import type { Context } from "effect"

/** What the documents say about an endpoint: its name for people, and what it does beyond that. */
export const says = (summary: string, description: string): Context.Context<never> =>
  OpenApi.annotations({ summary, description })
