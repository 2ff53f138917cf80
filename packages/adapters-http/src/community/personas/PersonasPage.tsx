import { counted } from "@auspex/domain/kernel"
import {
  type Archetype,
  archetypeOf,
  archetypes,
  type Persona,
  type PersonaAgent,
  personaNameMax,
  personasPerAccountMax
} from "@auspex/domain/personas"
import { accountFrame } from "../../kit/AccountFrame.tsx"
import { Facts, userText } from "../../kit/Html.tsx"
import type { OneTimeNotice } from "../../kit/OneTimeNotice.tsx"
import type { Reader } from "../../kit/PageContext.ts"
import { FoldedForm, type Options } from "../../kit/PageForm.tsx"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { Rows } from "../../kit/Rows.tsx"
import { fromArchetypePath, interviewPath, personaPath, personasPath } from "./personaPaths.ts"

/** The state that every page of personas has. */
export interface PersonaPageState {
  readonly reader: Reader
  readonly notice?: OneTimeNotice | undefined
  readonly refused?: RefusedForm | undefined
}

interface PersonasData extends PersonaPageState {
  readonly personas: ReadonlyArray<Persona>
  readonly agents: ReadonlyArray<PersonaAgent>
}

/** A category as readers know it: "Finance markets". */
const categoryOf = ({ category }: Archetype): string =>
  `${category.slice(0, 1).toUpperCase()}${category.slice(1).replaceAll("_", " ")}`

const archetypeOptions: Options = [...archetypes]
  .sort((a, b) => a.category.localeCompare(b.category) || a.name.localeCompare(b.name))
  .map((archetype) => [archetype.id, `${categoryOf(archetype)}: ${archetype.name}`])

/** The name of an archetype; its id if this version has none of this id. */
export const archetypeName = (id: string): string => archetypeOf(id)?.name ?? id

/** Where a persona comes from, in words. */
export const originOf = ({ archetype }: Persona): string =>
  archetype === undefined ? "from an interview" : `from the archetype ${archetypeName(archetype)}`

const PersonaRow = ({ agents, persona }: { readonly persona: Persona; readonly agents: ReadonlyArray<string> }) => (
  <>
    <h3>
      <a href={personaPath(persona.id)}>{userText(persona.name)}</a>
    </h3>
    <Facts>
      {originOf(persona)}
      {agents.length === 0
        ? "no agent has it"
        : <>used by {agents.map((name, at) => [at > 0 && ", ", userText(name)])}</>}
    </Facts>
  </>
)

/** The personas of an account, and the two ways to make one. */
export const personasPage = ({ agents, personas, ...state }: PersonasData): string =>
  accountFrame({
    ...state,
    title: "Personas",
    tab: personasPath,
    body: (
      <>
        <p class="read">
          A persona says how a forecaster thinks: what counts as evidence, which ground it knows, where it goes wrong.
          It becomes the prompt with which your agents reason. You may have {personasPerAccountMax}.
        </p>
        <p>
          <a class="button" href={interviewPath}>Answer five questions</a>
        </p>
        <FoldedForm
          id="archetype"
          summary="Copy an archetype"
          about="One of the forecasters that come with Auspex. You see its whole prompt afterwards."
          action={fromArchetypePath}
          fields={[
            {
              name: "archetype",
              label: "Archetype",
              control: { as: "select", options: archetypeOptions, value: "superforecaster_fox" }
            },
            {
              name: "name",
              label: "Name",
              hint: "The archetype's own if you leave it empty.",
              control: { as: "input", maxlength: personaNameMax, autocomplete: "off" }
            }
          ]}
          submit="Make the persona"
        />
        <section aria-labelledby="personas">
          <h2 id="personas">{personas.length === 0 ? "Your personas" : counted(personas.length, "persona")}</h2>
          <Rows
            items={personas.map((persona) => (
              <PersonaRow
                persona={persona}
                agents={agents.filter(({ persona_id }) => persona_id === persona.id).map(({ name }) => name)}
              />
            ))}
            none="None yet. Answer the five questions, or copy an archetype."
          />
        </section>
      </>
    )
  })
