import { Effect } from "effect"
import type { WorkspaceActor } from "../../platform/identity/WorkspaceActor.ts"
import type { WorkspaceRight } from "../../platform/identity/WorkspaceRole.ts"
import { type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Project } from "../../research/projects/Project.ts"
import { permitted } from "../../research/projects/ProjectAccess.ts"
import type { ProjectStore } from "../../research/projects/ProjectStore.ts"
import type { AuditedAct } from "../../research/workspaces/WorkspaceAudit.ts"

/**
 * Finds or locks a survey in which the caller has a right. Fails like `permitted`, and with NOT_A_SURVEY for a project of
 * another kind.
 */
export const permittedSurvey = (
  take: (typeof ProjectStore.Service)["find" | "lock"],
  actor: WorkspaceActor,
  id: string,
  right: WorkspaceRight
): Effect.Effect<Project, Refusal | StorageUnavailable> =>
  Effect.flatMap(
    Effect.flatMap(take(id), (found) => permitted(found, actor, right)),
    (project) =>
      project.kind === "survey"
        ? Effect.succeed(project)
        : refuse("NOT_A_SURVEY", `The project is not a survey; its kind is ${project.kind}.`, {
          measured: project.kind,
          limit: "survey"
        })
  )

/** An act of a member in a survey, as the audit log names it. */
export const actOf = (
  { account_id, key_id, workspace_id }: WorkspaceActor,
  act: Pick<AuditedAct, "action" | "subject_type" | "subject_id" | "detail">
): AuditedAct => ({ ...act, workspace_id, by: { account_id, key_id } })
