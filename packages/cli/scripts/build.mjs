// The command line in few files: the same modules, loaded in less than half the time. What has native or WebAssembly
// parts stays where it is installed; so do the files that modules look for beside themselves.
import { build } from "esbuild"
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("..", import.meta.url))
const outdir = join(folder, "dist", "generated")

/** Files of other packages that know their own place: in the bundle they ask where the package is. */
const inPlace = {
  name: "in place",
  setup: ({ onLoad }) =>
    onLoad({ filter: /packages[/\\](adapters-\w+)[/\\]dist[/\\].*\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8")
      if (!text.includes("import.meta.url")) return undefined
      const [, name, file] = /packages[/\\](adapters-\w+)[/\\]dist[/\\](.*)$/.exec(path)
      const entry = name === "adapters-http" ? "@auspex/adapters-http/engine" : `@auspex/${name}`
      const place = `new URL(${JSON.stringify(`/dist/${file.replaceAll("\\", "/")}`)}.slice(1), ` +
        `import.meta.resolve(${JSON.stringify(entry)}).replace(/dist\\/.*$/, "")).href`
      return { contents: text.replaceAll("import.meta.url", place), loader: "js" }
    })
}

const { metafile } = await build({
  entryPoints: { auspex: join(folder, "dist", "main.js") },
  outdir,
  bundle: true,
  // Commands stay apart, so that each loads what it needs.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  external: ["@electric-sql/pglite", "@node-rs/argon2", "@resvg/resvg-js", "pg-native"],
  banner: {
    js: "import { createRequire as requireOf } from \"node:module\"; const require = requireOf(import.meta.url);"
  },
  plugins: [inPlace],
  logLevel: "warning"
})

// Files of other people's code alone need no map to ours. Effect looks at a stack when it is loaded, and reading its map for
// that took a twentieth of a server's start.
for (const [path, { inputs }] of Object.entries(metafile.outputs)) {
  if (!path.endsWith(".js") || Object.keys(inputs).some((input) => !input.includes("node_modules/"))) continue
  const file = join(outdir, basename(path))
  writeFileSync(file, readFileSync(file, "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"))
  delete metafile.outputs[`${path}.map`]
}

// Threads are started from a file beside the module that starts them, which is in the bundle now.
const threads = [join("composition", "watchdogThread.mjs")]
for (const thread of threads) copyFileSync(join(folder, "dist", thread), join(outdir, basename(thread)))

// What an earlier build left.
const made = new Set([...Object.keys(metafile.outputs), ...threads].map((path) => basename(path)))
for (const file of readdirSync(outdir)) if (!made.has(file)) rmSync(join(outdir, file), { recursive: true })
