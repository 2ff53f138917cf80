export type {} from "../panelRuns/panelRunErrors.ts"
export type {} from "../../forecasting/questions/questionErrors.ts"

/** Why a question of a project is not put on the platform, by code. */
export const forecastErrors = {
  FORECAST_EXISTS: "The question is already on the platform."
} as const satisfies Record<string, string>

type ForecastErrors = typeof forecastErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends ForecastErrors {}
}
