// Writes the generated parts of docs/framing.md; format the page afterwards.
//
//   npx tsx --conditions=auspex-source packages/domain/test/framing/writeFramingPage.ts
import { readFileSync, writeFileSync } from "node:fs"
import { regenerated } from "./framingPage.ts"

const page = new URL("../../../../docs/framing.md", import.meta.url)
writeFileSync(page, regenerated(readFileSync(page, "utf8")))
