import { segmentsMax } from "@auspex/domain/panels"
import type { Field } from "../../kit/PageForm.tsx"

/** The field for the segments of a panel of personas, one a line: name; weight; number of respondents; persona. */
export const segmentField: Field = {
  name: "segments",
  label: "Segments",
  hint:
    `One per line, at most ${segmentsMax}: name; weight; number of respondents; description. For example: Savers; 2; 10; Retired, keeps accounts on paper and visits the branch.`,
  areEntries: true,
  control: { as: "area", rows: 4, required: true }
}
