import { type DecisionPacket, packetJson } from "@auspex/domain/packets"
import { ProjectDossiers } from "@auspex/domain/packetPublication"
import { Effect } from "effect"
import { markdownType, type PacketFormat, packetPageType, PacketQuery } from "./PacketFormat.ts"
import { replyRaw } from "../../engine/Reply.ts"
import { packetHtml } from "./PacketHtml.tsx"
import { packetMarkdown } from "./PacketMarkdown.ts"
import { packetPolicy } from "./packetPolicy.ts"
import { enterWorkspace } from "../workspaces/enterWorkspace.ts"
import type { Page } from "../../pages/pageAnswer.tsx"
import { pageQuery } from "../../pages/pageQuery.ts"
import { shownPage } from "../../pages/sessionPage.ts"

const download = (packet: DecisionPacket, extension: string, contentType: string, content: string): Page =>
  replyRaw({ contentType, content }, {
    headers: {
      "Content-Disposition": `attachment; filename="packet-${packet.project_id}-v${packet.version}.${extension}"`
    }
  })

const packetAs = (packet: DecisionPacket, format: PacketFormat): Page => {
  switch (format) {
    case "json":
      return download(packet, "json", "application/json; charset=utf-8", packetJson(packet))
    case "markdown":
      return download(packet, "md", markdownType, packetMarkdown(packet))
    case "html":
      return replyRaw({ contentType: packetPageType, content: packetHtml(packet) }, {
        headers: { "Content-Security-Policy": packetPolicy }
      })
  }
}

/** The packet of a project: a page to read, or a file to keep. */
export const packetPageRoutes = shownPage(
  "/research/:workspace_id/projects/:id/packet",
  (request) =>
    Effect.gen(function*() {
      const { format, version = null } = yield* pageQuery(PacketQuery, { format: "html", ...request.query })
      const { actor } = yield* enterWorkspace(request)
      const packet = yield* Effect.flatMap(ProjectDossiers, (dossiers) =>
        dossiers.packet(actor, request.path["id"]!, version))
      return packetAs(packet, format)
    })
)
