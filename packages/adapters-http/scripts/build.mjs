// The OpenAPI documents and the API references, which take too long to be made while a server runs, and the text of the page on scoring.
//
// The programs of the threads that read documents and render articles, each as one file: it starts in a third of the
// time, and without the modules of the domain that it does not use. The programs that pages load, likewise.
import { build } from "esbuild"
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("..", import.meta.url))

for (const program of ["reading/documentProgram.js", "outbound/articleProgram.js"]) {
  await build({
    entryPoints: [join(folder, "dist", program)],
    outfile: join(folder, "dist", "generated", basename(program)),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    // The reader of PDF is loaded from its package, when there is a PDF; `canvas` is optional, and never installed.
    external: ["unpdf", "canvas"],
    banner: {
      js: "import { createRequire as requireOf } from \"node:module\"; const require = requireOf(import.meta.url);"
    },
    logLevel: "warning"
  })
}

/** The build checks word lists by their schemas. A browser only reads the lists, so it needs no library for schemas. */
const withoutSchemas = {
  name: "without-schemas",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^effect(\/|$)/ }, ({ path }) => ({ path, external: true, sideEffects: false }))
    onLoad({ filter: /kernel[/\\]wordLists\.js$/ }, () => ({
      contents: "export const wordLists = (_, contents) => contents; export const WordList = undefined"
    }))
  }
}
const programs = await build({
  entryPoints: [join(folder, "browser", "predict.ts")],
  outdir: join(folder, "dist", "generated", "browser"),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  plugins: [withoutSchemas],
  metafile: true,
  logLevel: "warning"
})
for (const [file, { imports }] of Object.entries(programs.metafile.outputs)) {
  if (imports.length > 0) throw new Error(`${file} imports ${imports[0].path}, which a browser cannot load`)
}

const { builtDocuments } = await import("../dist/documents/openApiText.js")
const { openApiDocument } = await import("../dist/documents/openApiDocument.js")
const { referencePage } = await import("../dist/documents/reference/ReferencePage.js")
mkdirSync(join(folder, "dist", "generated"), { recursive: true })
for (const { api, file, options, page } of builtDocuments) {
  const document = openApiDocument(api, options)
  writeFileSync(join(folder, "dist", "generated", file), JSON.stringify(document))
  writeFileSync(join(folder, "dist", "generated", page), referencePage(document, options))
}

copyFileSync(join(folder, "..", "..", "docs", "scoring.md"), join(folder, "dist", "generated", "scoring.md"))
