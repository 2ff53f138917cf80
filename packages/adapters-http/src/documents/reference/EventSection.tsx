import type { Json } from "../openApiSchemas.ts"
import { DescriptionText } from "./DescriptionText.tsx"
import { FieldList, ParameterList } from "./FieldList.tsx"
import { signatureExamples } from "./signatureExamples.ts"
import { JsonExample, LanguageExamples } from "./ExampleParts.tsx"

interface EventSectionProps {
  readonly name: string
  readonly of: Json
}

/** One event of webhooks: when it fires, what it carries, and an example. */
export const EventSection = ({ name, of: { operationId, requestBody, description } }: EventSectionProps) => {
  const { example, schema } = requestBody.content["application/json"]
  return (
    <section class="op" id={operationId}>
      <div class="twocol">
        <div class="stack">
          <h3>
            <code>{name}</code>
          </h3>
          <DescriptionText of={description.split("\n\n")[0]} />
          <FieldList of={schema} marks="optional" />
        </div>
        <div class="stack examples">
          <JsonExample heading="Body" of={example} />
        </div>
      </div>
    </section>
  )
}

/** What all deliveries have in common: how they are checked, their headers, and how answers are understood. */
export const DeliverySection = ({ of: { description, parameters, responses } }: { readonly of: Json }) => (
  <section class="op" id="deliveries">
    <div class="twocol">
      <div class="stack">
        <h3>Deliveries</h3>
        <DescriptionText of={description.split("\n\n").slice(1).join("\n\n")} />
        <h4>Headers</h4>
        <ParameterList of={parameters} />
        <h4>Your answer</h4>
        <dl class="params">
          {Object.entries<Json>(responses).map(([status, response]) => (
            <div>
              <dt>
                <code>{status}</code>
              </dt>
              <dd>
                <DescriptionText of={response["description"]} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div class="stack examples">
        <LanguageExamples of={signatureExamples} />
      </div>
    </div>
  </section>
)
