import { aiTechnologyArchetypes } from "./aiTechnologyArchetypes.ts"
import type { Archetype } from "./Archetype.ts"
import { biotechHealthArchetypes } from "./biotechHealthArchetypes.ts"
import { climateEnergyArchetypes } from "./climateEnergyArchetypes.ts"
import { crossDomainArchetypes } from "./crossDomainArchetypes.ts"
import { financeMarketsArchetypes } from "./financeMarketsArchetypes.ts"
import { geopoliticsGovernanceArchetypes } from "./geopoliticsGovernanceArchetypes.ts"
import { scienceFrontierArchetypes } from "./scienceFrontierArchetypes.ts"

/** The 50 archetypes, by category. */
export const archetypes: ReadonlyArray<Archetype> = [
  ...aiTechnologyArchetypes,
  ...biotechHealthArchetypes,
  ...climateEnergyArchetypes,
  ...financeMarketsArchetypes,
  ...geopoliticsGovernanceArchetypes,
  ...scienceFrontierArchetypes,
  ...crossDomainArchetypes
]

const byId = new Map(archetypes.map((archetype) => [archetype.id, archetype]))

/** The archetype with an id; undefined when there is none. */
export const archetypeOf = (id: string): Archetype | undefined => byId.get(id)
