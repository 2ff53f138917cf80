import { Record, Schema } from "effect"
import { dataFile } from "../../kernel/dataFile.ts"
import type { Specialist } from "./Specialist.ts"
import specialistData from "./specialists.json" with { type: "json" }

const Text = Schema.NonEmptyTrimmedString
const Members = Schema.Array(Schema.Literal(...Object.keys(specialistData.specialists)))

const Specialists = Schema.Struct({
  panels: Schema.Struct({
    /** The panel for anybody. */
    general: Members,
    /** The experts of a simulation, generalists first, so that a small simulation has them. */
    experts: Members,
    fo_principal: Members,
    vc_partner: Members,
    corp_strategist: Members
  }),
  specialists: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({
      name: Text,
      lens: Text,
      method: Schema.Array(Text),
      weighs: Text,
      blind_spots: Text,
      updates: Text
    })
  })
})

const data = dataFile("specialists.json", Specialists, specialistData)

/** All specialists by their ids; an id means the same specialist in every panel. */
export const specialists: ReadonlyMap<string, Specialist> = new Map(
  Object.entries(data.specialists).map(([id, fields]) => [id, { id, ...fields }])
)

/** The members of each panel. */
export const panels = Record.map(data.panels, (ids): ReadonlyArray<Specialist> => ids.map((id) => specialists.get(id)!))
