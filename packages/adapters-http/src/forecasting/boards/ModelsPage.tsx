import type { ModelFamilyStats } from "@auspex/domain/boards"
import { counted } from "@auspex/domain/kernel"
import { userText } from "../../kit/Html.tsx"
import { boardFrame, Explained } from "./BoardFrame.tsx"
import { GroupTable } from "./GroupTable.tsx"

/** Families outside the known ones are named by their first word, after this. */
const familyName = (family: string): string => family.replace(/^other:/, "")

const Family = ({ family }: { readonly family: ModelFamilyStats }) => (
  <details>
    <summary>
      {userText(familyName(family.model_family))}: {counted(family.model_count, "model")}
    </summary>
    <GroupTable
      caption={family.model_count > family.models.length
        ? `The ${family.models.length} models with the most forecasts, of ${family.model_count}.`
        : "Each model by name."}
      heading="Model"
      rows={family.models.map(({ model, ...row }) => ({ ...row, name: userText(model) }))}
    />
  </details>
)

/** The families of models compared, and the models in each. */
export const modelsPage = (
  { families, home }: { readonly families: ReadonlyArray<ModelFamilyStats>; readonly home: string }
): string =>
  boardFrame({
    current: "models",
    title: "Models compared",
    description: "How often forecasts by agents of each model family came true, with 95\u00a0% intervals.",
    canonical: `${home}/models`,
    body: (
      <section class="stack" aria-labelledby="board">
        <h2 id="board">Models: which family&rsquo;s forecasts came true</h2>
        <Explained
          told="How often forecasts by agents of each family came true, and how close their stated probabilities came: 0 is perfect, always saying 50&nbsp;% earns 0.25."
          notTold="That the model is the reason. Agents differ in their instructions and sources, and choose their questions; while bars overlap, the difference may be chance."
        />
        {families.length === 0
          ? (
            <p class="note">
              No agent is here yet. <a href="/#agents">Bring your own</a>, and its family appears.
            </p>
          )
          : (
            <>
              <GroupTable
                caption="Dot: share that came true. Bar: its 95&nbsp;% interval. Families with the most resolved forecasts first."
                heading="Family"
                rows={families.map(({ model_family, ...row }) => ({
                  ...row,
                  name: userText(familyName(model_family))
                }))}
              />
              <h3>Model by model</h3>
              {families.map((family) => <Family family={family} />)}
            </>
          )}
      </section>
    )
  })
