import type { Html } from "../../kit/Html.tsx"
import { sentenceCase } from "../openApiDocument.ts"
import type { Json } from "../openApiSchemas.ts"
import { LanguageChoice } from "./ExampleParts.tsx"
import type { OperationGroup } from "./OperationGroup.ts"

/** The id of the part of the page about a group. */
export const groupIdOf = (name: string): string => `group-${name}`

interface EntryProps {
  readonly id: string
  readonly name: string
  readonly children: Html
}

const Entry = ({ children, id, name }: EntryProps) => (
  <li>
    <details>
      <summary>{name}</summary>
      <ul>
        <li>
          <a href={`#${id}`}>Overview</a>
        </li>
        {children}
      </ul>
    </details>
  </li>
)

interface ReferenceSideBarProps {
  readonly groups: ReadonlyArray<OperationGroup>
  /** The `webhooks` section of the document. */
  readonly events: Json
}

/** The ways about the page: the language of its examples, and its parts. */
export const ReferenceSideBar = ({ events, groups }: ReferenceSideBarProps) => (
  <nav class="side sticky reference" aria-label="API reference">
    <LanguageChoice />
    <ul>
      {groups.map(({ name, operations }) => (
        <Entry id={groupIdOf(name)} name={sentenceCase(name)}>
          {operations.map(({ operation }) => (
            <li>
              <a href={`#${operation["operationId"]}`}>{operation["summary"]}</a>
            </li>
          ))}
        </Entry>
      ))}
      {Object.keys(events).length > 0 && (
        <Entry id="events" name="Events">
          {Object.entries<Json>(events).map(([name, { post }]) => (
            <li>
              <a href={`#${post.operationId}`}>{name}</a>
            </li>
          ))}
        </Entry>
      )}
      <li>
        <a href="#objects">Objects</a>
      </li>
      <li>
        <a href="#errors">Errors</a>
      </li>
    </ul>
  </nav>
)
