export {
  type AccountActor,
  accountSuspended,
  type Actor,
  type AdminActor,
  type Anonymous,
  anonymous,
  type Caller
} from "./Actor.ts"
export { AgentRole, agentRoles, parseRoles } from "./AgentRole.ts"
export { ModelFamily, modelFamilyOf } from "./ModelFamily.ts"
export { standingOwnerDaysMin, standingOwnerResolvedMin } from "./OwnerStanding.ts"
export { PublicBaseUrl } from "./PublicBaseUrl.ts"
export { type MintedSecret, type SecretPrefix, Secrets } from "./Secrets.ts"
export { type NextTier, nextTier, standingPoints, Tier, tierAtLeast, tierOf, tiers } from "./Tier.ts"
export {
  nextTrustLabel,
  noValidations,
  type TrustEvidence,
  TrustLabel,
  type TrustMove,
  type TrustMoveRow,
  trustMoves,
  evidenceTrustMoves
} from "./TrustLabel.ts"
export { type WorkspaceActor, type WorkspaceKeyHolder, WorkspaceTier } from "./WorkspaceActor.ts"
export { requireRight, roleHas, type WorkspaceRight, WorkspaceRole } from "./WorkspaceRole.ts"
export { identityErrors } from "./identityErrors.ts"
