import { counted } from "@auspex/domain/kernel"
import { type CalibrationBand, calibrationBands, type CalibrationPoint, predictionsOf } from "@auspex/domain/scoring"
import { percentText } from "../../kit/PercentText.ts"

/** The line under the title of a calibration plot. */
export const calibrationUnderline = (points: ReadonlyArray<CalibrationPoint>): string =>
  `Calibration · ${counted(predictionsOf(points), "resolved prediction")}`

/** The stated confidence of a band: one value, or a range. */
export const statedText = ({ high, low }: Pick<CalibrationBand, "low" | "high">): string =>
  low === high ? percentText(low) : `${low} – ${percentText(high)}`

/** The text alternative of the plot. */
export const calibrationDescription = (points: ReadonlyArray<CalibrationPoint>): string => {
  if (points.length === 0) return "Nothing resolved yet."
  const rows = calibrationBands(points).map((band) =>
    `stated ${statedText(band)}, came true ${percentText(band.observed * 100, band.predictions)} of ${
      counted(band.predictions, "prediction")
    }`
  )
  return `How often what was stated came true: ${rows.join("; ")}.`
}
