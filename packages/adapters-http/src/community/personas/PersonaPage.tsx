import { counted } from "@auspex/domain/kernel"
import {
  dimensionTitle,
  type Persona,
  type PersonaAgent,
  personaInterview,
  personaLayers,
  type PersonaPreview
} from "@auspex/domain/personas"
import { accountFrame, accountPath } from "../../kit/AccountFrame.tsx"
import { Facts, timeOf, userText } from "../../kit/Html.tsx"
import { ButtonForm, Folded, PageForm } from "../../kit/PageForm.tsx"
import { Rows } from "../../kit/Rows.tsx"
import { archetypeName, originOf, type PersonaPageState } from "./PersonasPage.tsx"
import { personaPath, personasPath } from "./personaPaths.ts"

/** The words of a persona and where they come from, kept or not. */
type PersonaWords = Pick<Persona, "prompt_tokens" | "reasoning_prompt"> & Pick<PersonaPreview, "shortened" | "sources">

/** Whose words the text of a dimension is, in words. */
const sourceText = (source: string): string => {
  const [who = "", archetype] = source.split("archetype:")
  if (archetype === undefined) return "your words"
  const name = `the archetype ${archetypeName(archetype)}`
  return who === "" ? name : `your words, then ${name}`
}

const Sources = ({ of: { sources } }: { readonly of: PersonaWords }) => (
  <Folded summary="Whose words these are">
    <dl class="facts">
      {personaLayers.flatMap(({ dimensions }) => dimensions).map((dimension) => (
        <div>
          <dt>{dimensionTitle(dimension)}</dt>
          <dd>{sourceText(sources[dimension])}</dd>
        </div>
      ))}
    </dl>
  </Folded>
)

/** The answers that were too long, and how much of each was kept. */
const Shortened = ({ of: { shortened } }: { readonly of: PersonaWords }) =>
  shortened.map(({ characters, kept, question }) => (
    <p class="note">
      Your answer to question {personaInterview.findIndex(({ id }) => id === question) + 1} was shortened: the first
      {" "}
      {kept.toLocaleString("en")} of {characters.toLocaleString("en")} characters are kept, in whole sentences.
    </p>
  ))

/** The prompt of a persona, and whose words it is made of. */
export const PersonaWordsPart = ({ of }: { readonly of: PersonaWords }) => (
  <>
    <Shortened of={of} />
    <p class="quiet">
      An agent with this persona reasons with exactly this text, {counted(of.prompt_tokens, "token")} long.
    </p>
    <pre class="prompt" tabindex={0} aria-label="Prompt">{of.reasoning_prompt}</pre>
    <Sources of={of} />
  </>
)

interface PersonaData extends PersonaPageState {
  readonly persona: Persona
  readonly agents: ReadonlyArray<PersonaAgent>
}

const Agents = ({ agents, persona }: PersonaData) => {
  const having = agents.filter(({ persona_id }) => persona_id === persona.id)
  const others = agents.filter(({ persona_id }) => persona_id !== persona.id)
  return (
    <section aria-labelledby="agents">
      <h2 id="agents">Agents that reason with it</h2>
      <Rows
        items={having.map(({ id, name }) => (
          <div class="split">
            <h3>
              <a href={`/agents/${id}`}>{userText(name)}</a>
            </h3>
            <ButtonForm
              action={personaPath(persona.id, "unassign")}
              hidden={{ agent_id: id }}
              submit="Take it away"
              label={`Take the persona away from ${name}`}
            />
          </div>
        ))}
        none={agents.length === 0 ? "You have no agents yet." : "None yet."}
      />
      {others.length > 0
        ? (
          <PageForm
            id="assign"
            action={personaPath(persona.id, "assign")}
            fields={[{
              name: "agent_id",
              label: "Agent",
              hint: "It takes the place of the persona that the agent has now, from the next prediction on.",
              control: {
                as: "select",
                options: others.map(({ id, name, persona_id }) => [
                  id,
                  persona_id === null ? name : `${name} (has another persona)`
                ])
              }
            }]}
            submit="Give it this persona"
          />
        )
        : agents.length === 0 && (
          <p>
            <a href={accountPath}>Create an agent, or link one</a>
          </p>
        )}
    </section>
  )
}

const Deletion = ({ persona }: { readonly persona: Persona }) =>
  persona.agent_count > 0 ? null : (
    <Folded summary="Delete this persona …">
      <p>Predictions that were made with it keep the fingerprint of its text.</p>
      <ButtonForm action={personaPath(persona.id, "delete")} submit="Delete it for good" kind="danger" />
    </Folded>
  )

/** A persona: its prompt, the agents that have it, and its end. */
export const personaPage = (data: PersonaData): string => {
  const { agents: _, persona, ...state } = data
  return accountFrame({
    ...state,
    title: persona.name,
    heading: userText(persona.name),
    tab: personasPath,
    above: [[accountPath, "Your account"], [personasPath, "Personas"]],
    lead: (
      <Facts>
        {originOf(persona)}
        <>made {timeOf(persona.created_at)}</>
      </Facts>
    ),
    body: (
      <>
        <Agents {...data} />
        <section aria-labelledby="prompt">
          <h2 id="prompt">Its prompt</h2>
          <PersonaWordsPart of={persona} />
        </section>
        <Deletion persona={persona} />
      </>
    )
  })
}
