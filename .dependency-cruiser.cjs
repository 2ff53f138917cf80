/**
 * The fences between the packages. Each rule says what breaks when it is crossed; test/fences.test.ts proves that
 * each one catches a planted breach, and scripts/fences.mjs refuses to pass when too few modules were seen.
 *
 * @type {import("dependency-cruiser").IConfiguration}
 */
const nodeModule = (names) => `(^|/)node_modules/(${names})(/|$)`
const package_ = (names) => `^packages/(${names})/`

/** Schemas that files `*Api.ts` share with each other or with pages. */
const apiParts =
  "PacketFormat|SearchResult|eventSchemas|predictionFieldsParam|questionParts|webhookSchemas|webhookSignatureTexts|workspaceOperation"

/** The contract: its vocabulary, and the files of the features that are named after it. */
const contract = `^packages/adapters-http/src/(contract\\.ts$|wire/|.*/([A-Za-z]+Api|${apiParts})\\.ts$)`

module.exports = {
  forbidden: [
    {
      name: "domain-imports-effect-only",
      comment: "@auspex/domain is installed alone by other teams: `effect` is its only neighbour.",
      severity: "error",
      from: { path: package_("domain") },
      to: { couldNotResolve: false, pathNot: [package_("domain"), nodeModule("effect")] }
    },
    {
      name: "contract-is-portable",
      comment:
        "The contract (the files *Api.ts and all that they import) runs in browsers and in other servers: effect, the HttpApi values and the domain, nothing else.",
      severity: "error",
      from: { path: contract },
      to: {
        pathNot: [
          contract,
          package_("domain"),
          nodeModule("effect"),
          // The index re-exports everything, but is itself portable; servers and files are behind their own modules.
          "(^|/)node_modules/@effect/platform/.*/(HttpApi(?!Builder|Swagger|Scalar)[A-Za-z]*|HttpMethod|OpenApi|index)\\.js$"
        ]
      }
    },
    {
      name: "kit-is-portable",
      comment:
        "The kit gets data and returns text: the domain, the sizes that the contract names, d3, and preact with its rendering to strings.",
      severity: "error",
      from: { path: "^packages/adapters-http/src/kit/" },
      to: {
        pathNot: [
          "^packages/adapters-http/src/(kit|wire)/",
          package_("domain"),
          nodeModule("d3-scale|d3-time|@types/d3-scale|@types/d3-time|preact|preact-render-to-string")
        ]
      }
    },
    {
      name: "bridge-protocol-is-portable",
      comment: "The frames are shared with runners written by others: effect and the domain, nothing else.",
      severity: "error",
      from: { path: "^packages/adapters-bridge/src/protocol/" },
      to: { pathNot: ["^packages/adapters-bridge/src/protocol/", package_("domain"), nodeModule("effect")] }
    },
    {
      name: "adapters-are-strangers",
      comment:
        "An adapter knows the domain and its own technology; only the composition in packages/cli knows them all.",
      severity: "error",
      from: { path: "^packages/(adapters-[a-z]+)/" },
      to: { path: "^packages/adapters-[a-z]+/", pathNot: "^packages/$1/" }
    },
    {
      name: "only-the-command-line-composes",
      comment: "packages/cli is the top of the graph: nothing below may import it.",
      severity: "error",
      from: { pathNot: package_("cli") },
      to: { path: package_("cli") }
    },
    {
      name: "testkit-is-for-tests",
      comment:
        "Product code does not lean on test code; the command line alone borrows the season simulator for --demo.",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: package_("testkit|cli") },
      to: { path: package_("testkit") }
    },
    {
      name: "no-undeclared-dependency",
      comment: "What a package imports stands in its own package.json, or an install of that package alone breaks.",
      severity: "error",
      from: { path: "^packages/[^/]+/src/" },
      // vitest is whatever runs the test; declared as a peer, it would come along into a production install.
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"], pathNot: nodeModule("vitest") }
    },
    {
      name: "vitest-stays-in-the-testkit",
      comment: "What runs in production does not import a test runner.",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: package_("testkit") },
      to: { path: nodeModule("vitest") }
    },
    {
      name: "no-unresolvable",
      comment: "An import that resolves to nothing is an import no fence can judge.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true }
    },
    {
      name: "no-cycles",
      comment: "Two files that need each other are one idea, or hide a third.",
      severity: "error",
      from: {},
      to: { circular: true }
    }
  ],
  options: {
    // TypeScript 7 has no JavaScript compiler API: without this line the cruiser sees no module and passes.
    parser: "swc",
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    doNotFollow: { path: "(^|/)node_modules/" },
    exclude: { path: "^packages/[^/]+/dist/" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["auspex-source", "import", "module", "node", "default"]
    }
  }
}
