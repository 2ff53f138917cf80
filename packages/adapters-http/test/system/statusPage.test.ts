import { expect, it } from "vitest"
import { statusPage } from "../../src/platform/system/StatusPage.tsx"

it.each([
  [true, false, "Everything works", 3],
  [true, true, "This server is stopping", 2],
  [false, false, "Auspex does not work at the moment", 1],
  [false, true, "Auspex does not work at the moment", 1]
])("the status with a database %s and a stop %s is: %s", (isDatabaseUp, isStopping, heading, working) => {
  const page = statusPage({ isDatabaseUp, isStopping, now: new Date(0), home: "https://auspex.example" })
  expect(page).toContain(`<h1>${heading}</h1>`)
  expect(page.match(/class="state good"/g)).toHaveLength(working)
  expect(page.match(/class="state bad"/g) ?? []).toHaveLength(3 - working)
})
