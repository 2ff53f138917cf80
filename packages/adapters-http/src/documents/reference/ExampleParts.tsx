import { type ExampleLanguage, exampleLanguages } from "./requestExamples.ts"
import { literalText } from "./literalText.ts"

interface LanguageExamplesProps {
  readonly of: Readonly<Record<ExampleLanguage, string>>
  /** The level of its headings. */
  readonly level?: "h3" | "h4"
}

/** Examples in each language; the choice of a language hides the others. */
export const LanguageExamples = ({ level: Heading = "h4", of }: LanguageExamplesProps) => (
  <>
    {(Object.entries(exampleLanguages) as ReadonlyArray<[ExampleLanguage, string]>).map(([language, name]) => (
      <div class={language}>
        <Heading>{name}</Heading>
        <pre><code>{of[language]}</code></pre>
      </div>
    ))}
  </>
)

/** Lists of answers are shown with their first items, texts with their beginning. */
const shortened = { itemsMax: 2, charactersMax: 240 }

/** An example of an answer, or of an event. */
export const JsonExample = ({ heading, of }: { readonly heading: string; readonly of: unknown }) => (
  <div>
    <h4>{heading}</h4>
    <pre><code>{literalText(of, shortened)}</code></pre>
  </div>
)

/** The choice of a language. It is not stored: without a script, a browser remembers it for the page at most. */
export const LanguageChoice = () => (
  <fieldset class="languages">
    <legend>Examples in</legend>
    <label>
      <input type="radio" name="language" id="language-all" checked /> all
    </label>
    {Object.entries(exampleLanguages).map(([language, name]) => (
      <label>
        <input type="radio" name="language" id={`language-${language}`} /> {name}
      </label>
    ))}
  </fieldset>
)
