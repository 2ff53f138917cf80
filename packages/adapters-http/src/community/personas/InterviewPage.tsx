import { interviewAnswerMax, personaInterview, personaNameDefault, personaNameMax } from "@auspex/domain/personas"
import type { PersonaPreview } from "@auspex/domain/personas"
import { accountFrame, accountPath } from "../../kit/AccountFrame.tsx"
import { userText } from "../../kit/Html.tsx"
import { type Field, PageForm, PostForm } from "../../kit/PageForm.tsx"
import type { FormInput } from "../../kit/RefusedForm.ts"
import { PersonaWordsPart } from "./PersonaPage.tsx"
import type { PersonaPageState } from "./PersonasPage.tsx"
import { interviewPath, personasPath } from "./personaPaths.ts"

/** The name of the field that takes the answer to a question; failures call it so. */
export const answerField = (at: number): string => `answers[${at}]`

/** The field that says that a previewed persona is to be kept. */
export const keepField = "keep"

const fields = (given: FormInput | undefined): ReadonlyArray<Field> => [
  ...personaInterview.map(({ parts, question }, at): Field => ({
    name: answerField(at),
    label: `${at + 1}. ${question}`,
    hint: parts.map(({ prompt }) => prompt).join(" "),
    control: { as: "area", rows: 5, value: given?.get(answerField(at)) ?? "" }
  })),
  {
    name: "name",
    label: "Name of the persona",
    hint: `${personaNameDefault} if you leave it empty.`,
    control: { as: "input", maxlength: personaNameMax, autocomplete: "off", value: given?.get("name") ?? "" }
  }
]

const frame = (state: PersonaPageState, title: string, body: Parameters<typeof accountFrame>[0]["body"]): string =>
  accountFrame({
    ...state,
    title,
    tab: personasPath,
    above: [[accountPath, "Your account"], [personasPath, "Personas"]],
    body
  })

/** The five questions that make a persona. */
export const interviewPage = (state: PersonaPageState): string =>
  frame(
    state,
    "Five questions",
    <>
      <p class="read">
        Answer as yourself, or as the forecaster whom you want to have. A sentence is enough, an essay of{" "}
        {interviewAnswerMax.toLocaleString("en")}{" "}
        characters is welcome, and what you leave empty is filled in from the archetype nearest to your other answers.
        You see the prompt before anything is kept.
      </p>
      <PageForm id="interview" action={interviewPath} fields={fields(undefined)} submit="Show me the prompt" />
    </>
  )

interface PreviewData extends PersonaPageState {
  readonly preview: PersonaPreview
  readonly given: FormInput
}

/** What the answers make, before it is kept: the page carries the answers, and the service stores none of them. */
export const previewPage = ({ given, preview, ...state }: PreviewData): string =>
  frame(
    state,
    "Preview of your persona",
    <>
      <p class="read">
        This is what your answers make of <b>{userText(preview.name)}</b>. Nothing is kept yet.
      </p>
      <PostForm
        action={interviewPath}
        class="actions"
        hidden={{
          [keepField]: "yes",
          name: given.get("name") ?? "",
          ...Object.fromEntries(personaInterview.map((_, at) => [answerField(at), given.get(answerField(at)) ?? ""]))
        }}
      >
        <button type="submit">Keep this persona</button>
        <a href="#answers">Change the answers</a>
      </PostForm>
      <PersonaWordsPart of={preview} />
      <section aria-labelledby="answers">
        <h2 id="answers">Your answers</h2>
        <PageForm id="interview" action={interviewPath} fields={fields(given)} submit="Show me the prompt again" />
      </section>
    </>
  )
