import { type DecisionPacket, packetJson } from "@auspex/domain/packets"
import { ProjectRuns } from "@auspex/domain/research"
import { Effect } from "effect"
import { hash } from "node:crypto"
import { markdownType, PacketQuery, packetPageType } from "../contract/RunsApi.ts"
import { replyRaw } from "../engine/Reply.ts"
import { packetHtml } from "../render/PacketHtml.ts"
import { packetMarkdown } from "../render/PacketMarkdown.ts"
import { packetStyles } from "../render/packetStyles.ts"
import { entered } from "./entered.ts"
import type { Page } from "./pageAnswer.ts"
import { pageQuery } from "./pageQuery.ts"
import { shownPage } from "./sessionPage.ts"

const stylesHash = hash("sha256", packetStyles("auto"), "base64")

// The page of a packet has its one style sheet in itself, so that it can be saved and sent whole.
const policy =
  `default-src 'none'; style-src 'sha256-${stylesHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const download = (packet: DecisionPacket, extension: string, contentType: string, content: string): Page =>
  replyRaw({ contentType, content }, {
    headers: {
      "Content-Disposition": `attachment; filename="packet-${packet.project_id}-v${packet.version}.${extension}"`
    }
  })

const packetAs = (packet: DecisionPacket, format: "json" | "markdown" | "html"): Page => {
  switch (format) {
    case "json":
      return download(packet, "json", "application/json; charset=utf-8", packetJson(packet))
    case "markdown":
      return download(packet, "md", markdownType, packetMarkdown(packet))
    case "html":
      return replyRaw({ contentType: packetPageType, content: packetHtml(packet) }, {
        headers: { "Content-Security-Policy": policy }
      })
  }
}

/** The packet of a project: a page to read, or a file to keep. */
export const packetPageRoutes = shownPage(
  "/research/:workspace_id/projects/:id/packet",
  (request) =>
    Effect.gen(function*() {
      const { format, version = null } = yield* pageQuery(PacketQuery, { format: "html", ...request.query })
      const { actor } = yield* entered(request)
      const packet = yield* Effect.flatMap(ProjectRuns, (runs) => runs.packet(actor, request.path["id"]!, version))
      return packetAs(packet, format)
    })
)
