export type {} from "../projectForecasts/forecastErrors.ts"

/** Why requests for decision packets are refused, by code. */
export const packetErrors = {
  PACKET_NOT_FOUND: "The project has no packet, or no packet with this version."
} as const satisfies Record<string, string>

type PacketErrors = typeof packetErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends PacketErrors {}
}
