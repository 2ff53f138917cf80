import { dataFile } from "@auspex/domain/kernel"
import { questionsOf, type SeasonQuestion, SeasonQuestionRows } from "@auspex/testkit/season"
import { Schema } from "effect"
import contestedRows from "./contestedQuestions.json" with { type: "json" }
import warmDayPlaces from "./warmDayPlaces.json" with { type: "json" }

const WarmDayPlaces = Schema.Array(
  Schema.Struct({ place: Schema.NonEmptyTrimmedString, degrees: Schema.Int, base_rate: Schema.Number })
)

const places = dataFile("warmDayPlaces.json", WarmDayPlaces, warmDayPlaces)
const contested = dataFile("contestedQuestions.json", SeasonQuestionRows, contestedRows)

/**
 * Short questions of one kind, decided one after the other throughout the season, the last four on its last day. The
 * accounts in `crowd` predict each of them, which qualifies them for the calibration board and the battle of the week.
 */
export const dailyQuestions = (crowd: ReadonlyArray<string>): ReadonlyArray<SeasonQuestion> =>
  questionsOf(
    "society",
    places.map(({ base_rate, degrees, place }, index) => ({
      question_type: "binary",
      key: `warm-day-${index + 1}`,
      topic: `a warm day in ${place}`,
      question:
        `Will the highest temperature that Open-Meteo records for ${place} on {deadline} be ${degrees}.0 °C or more?`,
      subcategory: "environment_sustainability",
      tag: "#ExtremeWeather",
      resolution_source: "Open-Meteo, historical weather",
      resolution_url: `https://open-meteo.com/en/docs/historical-weather-api/${index + 1}`,
      days_to_resolution: index < 4 ? -1 : -2 * index + 5,
      days_open: 6,
      base_rate,
      context:
        "The hourly temperature two metres above the ground at the city's coordinates counts, as the archive gives it on the day after. Days are those of the place.",
      weight: 1,
      planned_state: "resolved",
      crowd
    }))
  )

/** Choices with nearly equal probabilities, so that the predictions of `crowd` spread over their options. */
export const contestedQuestions = (crowd: ReadonlyArray<string>): ReadonlyArray<SeasonQuestion> =>
  questionsOf("society", contested.map((row) => ({ ...row, crowd })))
