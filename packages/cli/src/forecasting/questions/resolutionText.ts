import type { Resolution } from "@auspex/domain/questions"

/** A resolution in words. */
export const resolutionText = (resolution: Resolution): string => {
  if (resolution.kind === "void") return "void (stakes go back)"
  return resolution.kind === "outcome" ? (resolution.outcome ? "yes" : "no") : resolution.correct_options.join(" and ")
}
