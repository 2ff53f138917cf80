import { pageDocument } from "../kit/PageFrame.tsx"

/** The page at /docs, which shows the OpenAPI document. */
export const docsPage = (title: string): string =>
  pageDocument({
    title,
    styleSheet: "/docs/swagger-ui.css",
    head: <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />,
    body: (
      <>
        <div id="swagger-ui" />
        <noscript>
          The document itself: <a href="/openapi.json">openapi.json</a>
        </noscript>
        <script src="/docs/swagger-ui-bundle.js" />
        <script src="/docs/start.js" />
      </>
    )
  })

/** The script of the page at /docs; it runs after the bundle. */
export const docsScript =
  `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, tryItOutEnabled: true })\n`
