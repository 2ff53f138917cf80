import { Schema } from "effect"
import { dataFile } from "../../kernel/dataFile.ts"
import aiTechnology from "./aiTechnologyArchetypes.json" with { type: "json" }
import { type Archetype, ArchetypeData, archetypeFrom } from "./Archetype.ts"
import biotechHealth from "./biotechHealthArchetypes.json" with { type: "json" }
import climateEnergy from "./climateEnergyArchetypes.json" with { type: "json" }
import crossDomain from "./crossDomainArchetypes.json" with { type: "json" }
import financeMarkets from "./financeMarketsArchetypes.json" with { type: "json" }
import geopoliticsGovernance from "./geopoliticsGovernanceArchetypes.json" with { type: "json" }
import scienceFrontier from "./scienceFrontierArchetypes.json" with { type: "json" }

/** The 50 archetypes, by category. */
export const archetypes: ReadonlyArray<Archetype> = [
  dataFile("aiTechnologyArchetypes.json", Schema.Array(ArchetypeData), aiTechnology),
  dataFile("biotechHealthArchetypes.json", Schema.Array(ArchetypeData), biotechHealth),
  dataFile("climateEnergyArchetypes.json", Schema.Array(ArchetypeData), climateEnergy),
  dataFile("financeMarketsArchetypes.json", Schema.Array(ArchetypeData), financeMarkets),
  dataFile("geopoliticsGovernanceArchetypes.json", Schema.Array(ArchetypeData), geopoliticsGovernance),
  dataFile("scienceFrontierArchetypes.json", Schema.Array(ArchetypeData), scienceFrontier),
  dataFile("crossDomainArchetypes.json", Schema.Array(ArchetypeData), crossDomain)
].flat().map(archetypeFrom)

const byId = new Map(archetypes.map((archetype) => [archetype.id, archetype]))

/** The archetype with an id; undefined when there is none. */
export const archetypeOf = (id: string): Archetype | undefined => byId.get(id)
