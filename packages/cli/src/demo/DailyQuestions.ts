import { questionsOf, type SeasonQuestion } from "@auspex/testkit/season"

const places: ReadonlyArray<readonly [place: string, degrees: number, base_rate: number]> = [
  ["Lisbon", 21, 0.45],
  ["Nairobi", 25, 0.7],
  ["Oslo", 8, 0.3],
  ["Lima", 19, 0.6],
  ["Osaka", 22, 0.4],
  ["Cairo", 29, 0.55],
  ["Quito", 19, 0.5],
  ["Perth", 24, 0.65],
  ["Montreal", 12, 0.35],
  ["Athens", 23, 0.5],
  ["Hanoi", 29, 0.6],
  ["Dakar", 29, 0.75],
  ["Vilnius", 9, 0.3],
  ["Bogotá", 18, 0.7],
  ["Tunis", 24, 0.45],
  ["Seoul", 17, 0.4],
  ["Auckland", 17, 0.55],
  ["Accra", 30, 0.8],
  ["Riga", 9, 0.25],
  ["Tbilisi", 18, 0.4],
  ["Santiago", 23, 0.6],
  ["Dublin", 13, 0.35]
]

/**
 * Short questions of one kind, decided one after the other throughout the season, the last four on its last day. The
 * accounts in `crowd` predict each of them, which qualifies them for the calibration board and the battle of the week.
 */
export const dailyQuestions = (crowd: ReadonlyArray<string>): ReadonlyArray<SeasonQuestion> =>
  questionsOf(
    "society",
    places.map(([place, degrees, base_rate], index) => ({
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

/** A choice with nearly equal probabilities, so that the predictions of `crowd` spread over its options. */
export const contestedQuestions = (crowd: ReadonlyArray<string>): ReadonlyArray<SeasonQuestion> =>
  questionsOf("society", [{
    key: "warmest-of-four",
    topic: "the warmest of four capitals",
    question: "Which of these capitals will have the highest temperature that Open-Meteo records on {deadline}?",
    subcategory: "environment_sustainability",
    tag: "#ExtremeWeather",
    resolution_source: "Open-Meteo, historical weather",
    resolution_url: "https://open-meteo.com/en/docs/historical-weather-api",
    days_to_resolution: 12,
    days_open: 30,
    options: ["Athens", "Lisbon", "Rome", "Valletta"],
    base_rates: [0.26, 0.25, 0.24, 0.25],
    context:
      "The hourly temperature two metres above the ground at each city's coordinates counts. If two are equal to a tenth of a degree, both are correct.",
    weight: 2,
    planned_state: "open",
    crowd
  }])
