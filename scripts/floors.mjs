import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** The wings that the packages share; each holds slices. */
export const wings = ["forecasting", "community", "publishing", "surveys", "research", "platform"]

/** The slices of a package on disk, as `wing/slice`, and the rooms beside the wings. `src` ends with a slash. */
export const slicesIn = (src) =>
  foldersIn(src).flatMap((room) =>
    wings.includes(room) ? foldersIn(`${src}${room}/`).map((slice) => `${room}/${slice}`) : [room]
  )

/** @param {string} folder */
const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)

/**
 * The floors of every package, from the bottom up: its slices, named `wing/slice`, and the rooms that stand beside the wings. A slice may import only from
 * floors below its own; slices on one floor do not import each other. Each floor is checked by a fence, and
 * docs/architecture.md shows them. `node scripts/floors.mjs` prints them. A new slice must be added here.
 *
 * @type {Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>>}
 */
export const floors = {
  domain: [
    ["kernel"],
    ["text"],
    ["platform/events", "platform/identity", "publishing/exports"],
    ["community/social", "research/evidence", "research/framing", "research/retrieval"],
    ["community/issues", "community/moderation", "forecasting/questions", "platform/inference", "platform/webhooks"],
    ["forecasting/consensus", "forecasting/scoring", "research/panels"],
    ["forecasting/boards", "forecasting/disputes", "platform/accounts", "research/packets"],
    ["forecasting/insight", "forecasting/predictions", "research/workspaces"],
    [
      "community/comments",
      "community/feed",
      "community/guardians",
      "community/personas",
      "forecasting/history",
      "publishing/briefs",
      "surveys/surveys"
    ],
    ["forecasting/agentRuns", "publishing/articles", "publishing/widgets", "research/projects"],
    ["research/panelRuns", "surveys/campaigns"],
    ["research/projectForecasts"],
    ["research/packetPublication"],
    ["surveys/surveyLinks"],
    ["memory"]
  ],
  "adapters-pg": [
    ["directory"],
    ["database"],
    ["kernel", "platform/events", "research/packetPublication", "research/projectForecasts", "surveys/campaigns"],
    [
      "community/comments",
      "community/issues",
      "community/personas",
      "community/social",
      "forecasting/boards",
      "forecasting/predictions",
      "forecasting/scoring",
      "platform/accounts",
      "platform/inference",
      "platform/webhooks",
      "research/panelRuns",
      "research/projects",
      "research/retrieval",
      "research/workspaces",
      "surveys/surveyLinks"
    ],
    [
      "community/feed",
      "forecasting/agentRuns",
      "forecasting/consensus",
      "forecasting/disputes",
      "forecasting/questions",
      "inspection",
      "publishing/briefs",
      "publishing/exports"
    ],
    [
      "community/guardians",
      "forecasting/history",
      "forecasting/insight",
      "publishing/articles",
      "publishing/widgets",
      "surveys/surveys"
    ]
  ],
  "adapters-http": [
    ["forecasting/history", "outbound", "platform/events", "wire"],
    ["kit", "reading"],
    ["engine"],
    [
      "community/feed",
      "community/guardians",
      "community/issues",
      "community/social",
      "forecasting/disputes",
      "pages",
      "publishing/briefs",
      "publishing/exports",
      "publishing/widgets",
      "surveys/campaigns"
    ],
    [
      "community/personas",
      "forecasting/boards",
      "forecasting/consensus",
      "forecasting/predictions",
      "forecasting/scoring",
      "platform/system",
      "platform/webhooks",
      "publishing/articles"
    ],
    [
      "community/comments",
      "forecasting/questions",
      "platform/accounts",
      "platform/inference",
      "research/workspaces"
    ],
    ["forecasting/insight", "research/packets", "surveys/surveys"],
    ["research/projects"],
    ["research/panelRuns", "surveys/surveyLinks"],
    ["apis"],
    ["client", "documents"]
  ],
  "adapters-bridge": [["models", "protocol", "router", "tokens"], ["hub", "providers", "runner"]],
  cli: [
    ["composition", "demo"],
    ["kit"],
    [
      "community/issues",
      "community/moderation",
      "community/personas",
      "forecasting/predictions",
      "forecasting/questions",
      "platform/accounts",
      "platform/webhooks",
      "publishing/articles",
      "publishing/exports",
      "research/framing",
      "research/packets",
      "research/panelRuns",
      "surveys/campaigns",
      "surveys/surveys"
    ],
    [
      "forecasting/boards",
      "forecasting/disputes",
      "platform/inference",
      "platform/system",
      "research/projects",
      "research/workspaces"
    ],
    ["surveys/surveyLinks"],
    ["program"]
  ],
  testkit: [["browser", "contracts", "cost", "databases", "invariants", "models", "outside"], ["season"]]
}

/** The name of the fence of a floor: `domain-floor-1` is the bottom. */
export const fenceOf = (name, floor) => `${name}-floor-${floor + 1}`

/**
 * One fence per floor: its slices import neither each other nor a slice of a higher floor. The top floor has one if it
 * has two slices, which could import each other.
 */
export const floorFences = Object.entries(floors).flatMap(([name, ofPackage]) =>
  ofPackage.flatMap((slices, floor) => {
    const above = ofPackage.slice(floor + 1).flat()
    const beside = slices.length > 1 ? slices : []
    if (above.length + beside.length === 0) return []
    return [{
      name: fenceOf(name, floor),
      comment: `${slices.join(", ")}: imports go down the floors of scripts/floors.mjs, never up or sideways.`,
      severity: "error",
      from: { path: `^packages/${name}/src/(${slices.join("|")})/` },
      to: {
        path: `^packages/${name}/src/(${[...beside, ...above].join("|")})/`,
        pathNot: `^packages/${name}/src/$1/`
      }
    }]
  })
)

/** The floors of a package as text, the top first. */
export const picture = (name) =>
  floors[name].map((slices, floor) => `${floor + 1}  ${slices.join(" · ")}`).toReversed().join("\n")

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of Object.keys(floors)) console.log(`${name}\n${picture(name)}\n`)
}
