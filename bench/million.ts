import { connected } from "./harness/databases.ts"
import { fillWorld } from "./harness/world.ts"

// Fills an empty, migrated database with predictions by set-based SQL:
//   node --import tsx bench/million.ts DATABASE_URL [PREDICTIONS = 1000000] [QUESTIONS = 1000]
const [url, predictions = "1000000", questions = "1000"] = process.argv.slice(2)
if (url === undefined) {
  console.error("million: give the address of an empty, migrated database (auspex migrate --database-url …)")
  process.exit(2)
}
const start = performance.now()
await connected(
  url,
  (client) =>
    fillWorld(client, { agents: 2_000, questions: Number(questions), history: Number(predictions) }, (done) => {
      console.error(`million: ${done} predictions, ${Math.round((performance.now() - start) / 1_000)} s`)
    })
)
