import { Context, Effect, Layer } from "effect"
import type { WorkspaceActor } from "../../platform/identity/WorkspaceActor.ts"
import { orRefuse, refuse, refuseAll } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { AudiencePanel } from "../../research/panels/ProjectPanel.ts"
import { projectMove } from "../../research/projects/ProjectMove.ts"
import { ProjectStore } from "../../research/projects/ProjectStore.ts"
import { judgeSegments, type SegmentDraft } from "../../research/projects/judgeSegments.ts"
import { PanelRunStore } from "../../research/panelRuns/PanelRunStore.ts"
import { WorkspaceAudit } from "../../research/workspaces/WorkspaceAudit.ts"
import { actOf, permittedSurvey } from "./SurveyAccess.ts"

/** Panels of personas assigned to surveys. */
export class SurveyPanels extends Context.Tag("auspex/SurveyPanels")<SurveyPanels, {
  /**
   * Assigns personas who answer a survey in place of specialists when it is run. The panel can be replaced until the
   * first run begins. Fails with PROJECT_NOT_FOUND, WRONG_WORKSPACE, INSUFFICIENT_PERMISSIONS, NOT_A_SURVEY,
   * PANEL_IN_USE, INVALID_TRANSITION, and INVALID_REQUEST for everything that is wrong at once.
   */
  readonly assign: (
    actor: WorkspaceActor,
    projectId: string,
    segments: ReadonlyArray<SegmentDraft>
  ) => UseCaseEffect<AudiencePanel>
}>() {
  static readonly layer: Layer.Layer<
    SurveyPanels,
    never,
    PanelRunStore | ProjectStore | UnitOfWork | WorkspaceAudit
  > = Layer.effect(
    SurveyPanels,
    Effect.gen(function*() {
      const audit = yield* WorkspaceAudit
      const projects = yield* ProjectStore
      const runs = yield* PanelRunStore
      const unit = yield* UnitOfWork

      return SurveyPanels.of({
        assign: (actor, projectId, drafts) =>
          unit.transact(Effect.gen(function*() {
            // A run starts with the project locked, too.
            const { status } = yield* permittedSurvey(projects.lock, actor, projectId, "write")
            if ((yield* runs.latest(actor.workspace_id, projectId)) !== undefined) {
              return yield* refuse(
                "PANEL_IN_USE",
                "A run of the survey has begun; its respondents can no longer be changed."
              )
            }
            const move = yield* orRefuse(projectMove(status, "assign", "member"))
            const { failures, segments } = judgeSegments(drafts)
            yield* refuseAll(failures)
            const panel = { segments }
            yield* projects.putPanel(projectId, panel)
            yield* projects.move(projectId, move)
            yield* audit.record(actOf(actor, {
              action: "panel.assign",
              subject_type: "project",
              subject_id: projectId,
              detail: { segments: segments.map(({ name, size }) => ({ name, size })) }
            }))
            return panel
          }))
      })
    })
  )
}
