import type { campaignErrors } from "@auspex/domain/campaigns"
import type { projectErrors } from "@auspex/domain/projects"
import type { packetErrors } from "@auspex/domain/packetPublication"
import type { panelRunErrors } from "@auspex/domain/panelRuns"
import type { forecastErrors } from "@auspex/domain/projectForecasts"
import type { responseErrors } from "@auspex/domain/surveyLinks"

/** The causes, by code, of refusals before a use case runs or after one failed with a defect. */
export const httpErrors = {
  NOT_FOUND: "No such path.",
  METHOD_NOT_ALLOWED: "The path exists, but not with this method.",
  IDEMPOTENCY_MISMATCH:
    "The Idempotency-Key was used before with another body; or the first request was carried out, and its answer held a secret (a key or a token) that is shown once and cannot be repeated.",
  IDEMPOTENCY_IN_PROGRESS: "A request with this Idempotency-Key is still being processed.",
  PAYLOAD_TOO_LARGE: "The body is larger than this operation takes.",
  UNSUPPORTED_MEDIA_TYPE: "The body is not application/json.",
  UPGRADE_REQUIRED: "The path takes WebSocket connections only.",
  ORIGIN_REFUSED: "A page of another site tried to open the connection of a machine, or to send a form of a session.",
  INTERNAL_ERROR: "A bug. It has been logged under the request id."
} as const satisfies Record<string, string>

type HttpErrors = typeof httpErrors

// One code of each of the highest slices: the compiler loses codes that it meets only after those of this file.
type HighestSlices =
  & Pick<typeof campaignErrors, "CAMPAIGN_MOVED">
  & Pick<typeof projectErrors, "PROJECT_LIMIT">
  & Pick<typeof panelRunErrors, "RUN_NOT_ACTIVE">
  & Pick<typeof forecastErrors, "FORECAST_EXISTS">
  & Pick<typeof packetErrors, "PACKET_NOT_FOUND">
  & Pick<typeof responseErrors, "PANEL_IN_USE">

declare module "@auspex/domain/kernel" {
  interface ErrorCauses extends HttpErrors, HighestSlices {}
}
