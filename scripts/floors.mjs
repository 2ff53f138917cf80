import { fileURLToPath } from "node:url"

/**
 * The floors of every package: its slices (the folders of `src`), from the bottom up. A slice may import only from
 * floors below its own; slices on one floor do not import each other. Each floor is checked by a fence, and
 * docs/architecture.md shows them. `node scripts/floors.mjs` prints them. A new slice must be added here.
 *
 * @type {Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>>}
 */
export const floors = {
  domain: [
    ["kernel"],
    ["events", "evidence", "exports", "framing", "identity", "retrieval"],
    ["panels", "social"],
    ["inference", "issues", "moderation", "questions", "webhooks"],
    ["consensus", "scoring"],
    ["accounts", "boards", "disputes", "packets"],
    ["insight", "predictions", "workspaces"],
    ["briefs", "comments", "feed", "guardians", "history", "personas", "projects", "surveys"],
    ["articles", "research", "runtime", "web"],
    ["campaigns", "responses"],
    ["memory"]
  ],
  "adapters-pg": [
    ["directory"],
    ["database"],
    ["kernel"],
    ["accounts", "boards", "comments", "events", "issues", "personas", "predictions", "scoring", "social", "webhooks"],
    ["consensus", "disputes", "inspection", "questions"],
    [
      "articles",
      "briefs",
      "campaigns",
      "exports",
      "feed",
      "guardians",
      "history",
      "inference",
      "insight",
      "projects",
      "research",
      "responses",
      "retrieval",
      "runtime",
      "surveys",
      "web",
      "workspaces"
    ]
  ],
  "adapters-http": [["contract", "outbound"], ["reading", "render"], ["client", "engine"], [
    "documents",
    "handlers",
    "pages"
  ]],
  "adapters-bridge": [["models", "protocol", "router", "tokens"], ["hub", "providers", "runner"]],
  cli: [
    ["composition", "demo", "invocation"],
    ["export", "output"],
    ["connection"],
    ["campaign", "import", "inspection", "research"],
    ["commands"],
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
