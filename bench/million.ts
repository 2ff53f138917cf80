import { fillPast } from "./harness/past.ts"
import { million, type Past, tenth } from "./harness/pastPlan.ts"

// Fills an empty, migrated database (`auspex migrate --database-url …`) with the record of half a year as the product
// would have written it, so that `auspex doctor --recount` finds no difference:
//   node --import tsx bench/million.ts DATABASE_URL [million | tenth]
const sizes: Readonly<Record<string, Past>> = { million, tenth }
const [url, size = "million"] = process.argv.slice(2)
const past = sizes[size]
if (url === undefined || past === undefined) {
  console.error("million: give the address of an empty, migrated database, and `million` (the default) or `tenth`")
  process.exit(2)
}
const start = performance.now()
const seconds = () => Math.round((performance.now() - start) / 1_000)
const { skill } = await fillPast(url, past, ({ day, predictions }) => {
  if (day % 10 === 0) console.error(`million: day ${day} of ${past.days}, ${predictions} predictions, ${seconds()} s`)
})
console.error(
  `million: done after ${seconds()} s; the board by skill took ${
    skill.seconds.toFixed(1)
  } s for ${skill.predictions} predictions of ${skill.accounts} accounts, ${
    Math.round(process.resourceUsage().maxRSS / 1_024)
  } MB at most`
)
