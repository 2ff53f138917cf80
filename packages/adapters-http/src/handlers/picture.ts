import { pictureType } from "../contract/PictureQuery.ts"
import type { ChartOptions } from "../render/ChartFrame.ts"
import type { ChartTheme } from "../render/ChartTheme.ts"
import { type Reply, replyRaw } from "../engine/Reply.ts"

/** How a picture was asked for; see `pictureQuery`. */
export interface PictureRequest {
  readonly format?: "json" | "svg"
  readonly theme?: ChartTheme
  readonly width?: number
}

/** A picture may be shown anywhere; its only style is its own, and nothing in it runs or loads. */
const pictureHeaders = { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" }

/** The answer as JSON, or drawn as it was asked for. */
export const pictureOr = <A>(
  { format, theme, width }: PictureRequest,
  json: () => A,
  draw: (options: ChartOptions) => string
): A | Reply<never> =>
  format !== "svg" ? json() : replyRaw({
    contentType: `${pictureType}; charset=utf-8`,
    content: draw({ ...(theme === undefined ? {} : { theme }), ...(width === undefined ? {} : { width }) })
  }, { headers: pictureHeaders })
