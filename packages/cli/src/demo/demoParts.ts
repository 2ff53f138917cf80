import { type SeasonAct } from "@auspex/testkit/season"
import { applauding } from "./Applauding.ts"
import { askingPeople } from "./AskingPeople.ts"
import { debates } from "./Debates.ts"
import { disputing } from "./Disputing.ts"
import { ownersRoom } from "./OwnersRoom.ts"
import { personasInUse } from "./PersonasInUse.ts"
import { researching } from "./Researching.ts"
import type { PlannedSeason, SeasonPart } from "./SeasonPart.ts"
import { surveying } from "./Surveying.ts"
import { validating } from "./Validating.ts"

const demoParts = [
  debates,
  applauding,
  validating,
  disputing,
  personasInUse,
  surveying,
  researching,
  askingPeople,
  ownersRoom
] as const

/** The use cases that the parts use. */
type DemoPartRequirements = (typeof demoParts)[number] extends SeasonPart<infer R> ? R : never

/** The acts of a season and of every part, in order of time. */
export const withDemoParts = (season: PlannedSeason): ReadonlyArray<SeasonAct<DemoPartRequirements>> =>
  [...season.acts, ...demoParts.flatMap((part): ReadonlyArray<SeasonAct<DemoPartRequirements>> => part(season))]
    .toSorted((left, right) => left.at - right.at)
