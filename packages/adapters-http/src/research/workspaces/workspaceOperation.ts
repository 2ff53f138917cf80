import type { ExactRate } from "../../wire/OperationPolicy.ts"

/** The limit of each key, shared by all operations. */
const perKey: ExactRate = {
  rule: { name: "research", max: 100, windowSeconds: 60 },
  enterprise: { name: "research", max: 1_000, windowSeconds: 60 },
  by: "account"
}

/** The policy that every operation of the research API begins with: a workspace key, and its limit. */
export const ofWorkspace = { access: "workspace", exactRate: perKey } as const

/** The same for reading a project. */
export const reads = { ...ofWorkspace, refuses: ["PROJECT_NOT_FOUND", "WRONG_WORKSPACE"] } as const

/** The codes with which a change of a project is refused. */
export const writes = [...reads.refuses, "INSUFFICIENT_PERMISSIONS", "INVALID_TRANSITION"] as const
