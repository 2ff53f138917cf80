import { binaryDraft } from "./exampleDrafts.ts"
import type { FramingRule } from "./FramingRule.ts"
import { everyQuestion, forecasts } from "./FramingScope.ts"
import { isStated } from "./QuestionReading.ts"
import { ResolutionSignal } from "./ResolutionSignal.ts"
import { questionFingerprint } from "./QuestionFingerprint.ts"

const signals: ReadonlyArray<string> = ResolutionSignal.literals

/** The rules about what settles a question, and about the other questions of its project. */
export const sourceRules: ReadonlyArray<FramingRule> = [
  {
    id: "resolution_signal_unknown",
    since: 1,
    severity: "error",
    ...everyQuestion,
    field: "resolution_signal",
    message: `resolution_signal must be one of ${signals.join(", ")}, not "{measured}".`,
    measures: "The signal, where it is given.",
    examples: {
      bad: { draft: binaryDraft("Will Zalando buy About You's rival by June 2027?", { resolution_signal: "tweet" }) },
      good: { draft: binaryDraft("Will Zalando buy About You's rival by June 2027?") }
    },
    check: ({ draft }) => {
      if (!isStated(draft.resolution_signal) || signals.includes(draft.resolution_signal)) return undefined
      return { measured: draft.resolution_signal }
    }
  },
  {
    id: "resolution_signal_missing",
    since: 1,
    severity: "warning",
    ...forecasts,
    field: "resolution_signal",
    message: "resolution_signal should say what kind of source settles the question.",
    measures: "Whether the signal is given.",
    examples: {
      bad: { draft: binaryDraft("Will Grab and GoTo merge by 30 June 2027?", { resolution_signal: null }) },
      good: { draft: binaryDraft("Will Grab and GoTo merge by 30 June 2027?") }
    },
    check: ({ draft }) => isStated(draft.resolution_signal) ? undefined : {}
  },
  {
    id: "duplicate",
    since: 1,
    severity: "error",
    ...everyQuestion,
    field: "text",
    message: "text asks the same as another question of the project.",
    measures: "Fingerprints of the project's questions, without case, accents, look-alike letters and punctuation.",
    examples: {
      bad: {
        draft: binaryDraft("Will NESTLE spin off its water business by 30 June 2027"),
        others: [binaryDraft("Will Nestlé spin off its water business by 30 June 2027?")]
      },
      good: {
        draft: binaryDraft("Will Nestlé spin off its water business by 30 June 2027?"),
        others: [
          binaryDraft("Will Nestlé spin off its water business by 30 June 2028?", { resolution_date: "2028-06-30" })
        ]
      }
    },
    check: ({ draft }, { others }) => others?.has(questionFingerprint(draft)) === true ? {} : undefined
  }
]
