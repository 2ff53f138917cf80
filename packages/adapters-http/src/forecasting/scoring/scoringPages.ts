import { PublicBaseUrl } from "@auspex/domain/identity"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { publicPage } from "../../pages/publicPage.ts"
import { scoringPage } from "./ScoringPage.tsx"

/** docs/scoring.md as the build has copied it, since the documentation is in no package. */
const text = new URL("../../../dist/generated/scoring.md", import.meta.url)

/** The page that explains scoring, for everybody. */
export const scoringPageRoutes = [
  publicPage({
    path: "/scoring",
    topics: () => [],
    show: () =>
      Effect.map(
        PublicBaseUrl,
        ({ publicUrl }) => scoringPage({ markdown: readFileSync(text, "utf8"), home: publicUrl })
      )
  })
]
