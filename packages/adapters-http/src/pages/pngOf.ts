import { Effect } from "effect"
import { createRequire } from "node:module"
import { sharedPicture } from "../kit/sharedPicture.ts"

const { resolve } = createRequire(import.meta.url)

/** The same typeface on every machine: the program that draws knows no fonts of its own. */
const fonts = () => ({
  fontFiles: ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((file) => resolve(`dejavu-fonts-ttf/ttf/${file}`)),
  loadSystemFonts: false,
  defaultFontFamily: "DejaVu Sans",
  sansSerifFamily: "DejaVu Sans"
})

// Drawing takes a core for some hundredths of a second, so pictures wait for one another.
const turns = Effect.unsafeMakeSemaphore(1)

/** An SVG document as PNG, as wide as shared pictures. Drawn outside of the event loop. */
export const pngOf = (svg: string): Effect.Effect<Uint8Array> =>
  turns.withPermits(1)(
    Effect.promise(async (signal) => {
      const { renderAsync } = await import("@resvg/resvg-js")
      const drawn = await renderAsync(
        svg,
        { font: fonts(), fitTo: { mode: "width", value: sharedPicture.width }, logLevel: "off" },
        signal
      )
      return drawn.asPng()
    })
  )
