import type { Campaign } from "@auspex/domain/campaigns"
import { stringify } from "yaml"

/** A campaign as YAML, with a blank line between entries. */
export const campaignYaml = (campaign: Campaign): string =>
  stringify(campaign, { lineWidth: 120, indentSeq: true }).replace(/\n( {2}- )/g, "\n\n$1").replace(
    /^(\w+:\n)\n/gm,
    "$1"
  )
    .trimEnd()
