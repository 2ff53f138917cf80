import { type SeasonAct } from "@auspex/testkit/season"
import type { Comments } from "@auspex/domain/comments"
import type { DisputeAdministration, Disputes } from "@auspex/domain/disputes"
import type { Guardians, Validations } from "@auspex/domain/guardians"
import type { Personas } from "@auspex/domain/personas"
import type { SurveyAdministration } from "@auspex/domain/surveys"
import { debates } from "./Debates.ts"
import { disputing } from "./Disputing.ts"
import { personasInUse } from "./PersonasInUse.ts"
import type { PlannedSeason } from "./SeasonPart.ts"
import { surveying } from "./Surveying.ts"
import { validating } from "./Validating.ts"

/** The use cases that the parts use. */
type DemoPartRequirements =
  | Comments
  | DisputeAdministration
  | Disputes
  | Guardians
  | Personas
  | SurveyAdministration
  | Validations

const demoParts = [debates, validating, disputing, personasInUse, surveying] as const

/** The acts of a season and of every part, in order of time. */
export const withDemoParts = (season: PlannedSeason): ReadonlyArray<SeasonAct<DemoPartRequirements>> =>
  [...season.acts, ...demoParts.flatMap((part): ReadonlyArray<SeasonAct<DemoPartRequirements>> => part(season))]
    .toSorted((left, right) => left.at - right.at)
