import type { Audience } from "../panels/Audience.ts"
import { expertsOf } from "../panels/expertsOf.ts"
import { panelOf } from "../panels/panelOf.ts"
import { isAudiencePanel, isSimulationPanel, type ProjectPanel } from "../panels/ProjectPanel.ts"
import { respondentsOf } from "../panels/Respondent.ts"
import type { Specialist } from "../panels/Specialist.ts"

/**
 * Who answers the questions of a project: its respondents or experts, or the specialists of its audience.
 *
 * @example panelMembers(null, { experts: 5, rounds_max: 3 }).length // 5
 */
export const panelMembers = (
  audience: Audience | null,
  panel: ProjectPanel | null
): ReadonlyArray<Pick<Specialist, "id">> =>
  isAudiencePanel(panel)
    ? respondentsOf(panel.segments)
    : isSimulationPanel(panel)
    ? expertsOf(panel.experts)
    : panelOf(audience)
