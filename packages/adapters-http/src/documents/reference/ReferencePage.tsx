import type { Html } from "../../kit/Html.tsx"
import { pageDocument } from "../../kit/PageFrame.tsx"
import { Mark } from "../../kit/SiteFrame.tsx"
import { sitePage } from "../../kit/SitePage.tsx"
import type { ErrorExplanation } from "../../wire/ErrorCatalogue.ts"
import { sentenceCase } from "../openApiDocument.ts"
import type { Json } from "../openApiSchemas.ts"
import { DescriptionText, InlineText } from "./DescriptionText.tsx"
import { ErrorCatalogue } from "./ErrorParts.tsx"
import { DeliverySection, EventSection } from "./EventSection.tsx"
import { LanguageExamples } from "./ExampleParts.tsx"
import { FieldList } from "./FieldList.tsx"
import { firstExamples } from "./firstExamples.ts"
import { groupsOf, type OperationGroup } from "./OperationGroup.ts"
import { OperationSection, type ReferenceContext } from "./OperationSection.tsx"
import { groupIdOf, ReferenceSideBar } from "./ReferenceSideBar.tsx"
import { objectIdOf } from "./SchemaShape.tsx"

/** The components that the page shows by themselves: all but the bodies of requests, which stand at their operations. */
const objectsOf = ({ components, paths }: Json): ReadonlyArray<readonly [name: string, schema: Json]> => {
  const operations = Object.values<Json>(paths).flatMap((methods) => Object.values<Json>(methods))
  const elsewhere = JSON.stringify([operations.map(({ requestBody: _, ...rest }) => rest), components.schemas])
  return Object.entries<Json>(components.schemas)
    .filter(([name]) => elsewhere.includes(`"#/components/schemas/${name}"`))
    .sort(([one], [other]) => one.localeCompare(other, "en"))
}

const GroupSection = ({ context, of }: { readonly of: OperationGroup; readonly context: ReferenceContext }) => (
  <>
    <section class="stack read group" id={groupIdOf(of.name)}>
      <h2>{sentenceCase(of.name)}</h2>
      <p>
        <InlineText of={of.description} />
      </p>
    </section>
    {of.operations.map((one) => <OperationSection of={one} context={context} />)}
  </>
)

const Credentials = ({ of }: { readonly of: Json }) => (
  <dl class="params">
    {Object.values<Json>(of).map(({ description, name }) => (
      <div>
        <dt>
          <code>{name ?? "Authorization: Bearer"}</code>
        </dt>
        <dd>
          <InlineText of={description} />
        </dd>
      </div>
    ))}
  </dl>
)

const Overview = ({ document, heading }: { readonly document: Json; readonly heading: string }) => {
  const { components, info } = document
  return (
    <div class="twocol">
      <div class="stack">
        <h1>{heading}</h1>
        <DescriptionText of={info.description} />
        <p>
          Every operation is on this page: search it with the browser. For programs:{" "}
          <a href="/openapi.json">openapi.json</a>.
        </p>
        <h2>Credentials</h2>
        <Credentials of={components.securitySchemes} />
      </div>
      <div class="stack examples">
        <LanguageExamples of={firstExamples} level="h3" />
      </div>
    </div>
  )
}

const Objects = ({ of }: { readonly of: ReadonlyArray<readonly [name: string, schema: Json]> }) => (
  <>
    <section class="stack read group" id="objects">
      <h2>Objects</h2>
      <p>What answers and events consist of.</p>
    </section>
    {of.map(([name, schema]) => (
      <section class="op stack" id={objectIdOf(name)}>
        <h3>{name}</h3>
        {schema["description"] && (
          <p>
            <InlineText of={schema["description"]} />
          </p>
        )}
        <FieldList of={schema} marks="optional" />
      </section>
    ))}
  </>
)

const Content = ({ document, heading }: { readonly document: Json; readonly heading: string }) => {
  const catalogue: ReadonlyArray<ErrorExplanation> = document["x-error-catalogue"]
  const context = {
    schemas: document["components"].schemas,
    explanations: new Map(catalogue.map((one) => [one.code, one]))
  }
  const groups = groupsOf(document)
  const events = Object.entries<Json>(document["webhooks"] ?? {})
  return (
    <div class="beside left">
      <ReferenceSideBar groups={groups} events={document["webhooks"] ?? {}} />
      <div class="sections">
        <Overview document={document} heading={heading} />
        {groups.map((group) => <GroupSection of={group} context={context} />)}
        {events[0] !== undefined && (
          <>
            <section class="stack read group" id="events">
              <h2>Events</h2>
              <p>What is posted to the addresses of webhooks.</p>
            </section>
            <DeliverySection of={events[0][1]["post"]} />
            {events.map(([name, { post }]) => <EventSection name={name} of={post} />)}
          </>
        )}
        <Objects of={objectsOf(document)} />
        <section class="stack group" id="errors">
          <h2>Errors</h2>
          <p>Every code, its cause, and what to do about it.</p>
          <ErrorCatalogue of={catalogue} />
        </section>
      </div>
    </div>
  )
}

/** The frame of a listener that serves no other pages. */
const alonePage = (title: string, body: Html): string =>
  pageDocument({
    title,
    body: (
      <>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <div class="page">
            <a class="brand" href="/docs">
              <Mark />
              {title}
            </a>
          </div>
        </header>
        <main id="main" class="page">{body}</main>
      </>
    )
  })

/**
 * The API reference as one page, from an OpenAPI document. With `hasSite` it has the header and footer of the pages for
 * people, which only one of the listeners serves.
 */
export const referencePage = (document: Json, { hasSite = false }: { readonly hasSite?: boolean }): string => {
  const { title } = document["info"]
  return hasSite
    ? sitePage({
      title: "API reference",
      description: `Every operation of the ${title} API, with its parameters, answers, errors and examples.`,
      body: <Content document={document} heading="API reference" />
    })
    : alonePage(`${title} API reference`, <Content document={document} heading={`${title} API`} />)
}
