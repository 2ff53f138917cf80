import { PublicBaseUrl } from "@auspex/domain/identity"
import { Effect } from "effect"
import { publicPage } from "../../pages/publicPage.ts"
import { homePage } from "./HomePage.tsx"
import { readHome } from "./readHome.ts"

const home = publicPage({
  path: "/",
  // Everything on it may change with every prediction, and reading it costs a dozen statements.
  topics: () => ["boards"],
  show: () => Effect.zipWith(readHome, PublicBaseUrl, (data, { publicUrl }) => homePage({ ...data, home: publicUrl }))
})

/** Pages that show something of everything. */
export const insightPageRoutes = [home]
