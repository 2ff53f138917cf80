/** The boards and other lists of everybody that are made of many predictions, without a filter. */
export const publicBoards: ReadonlyArray<string> = [
  "/api/leaderboard?period=monthly",
  "/api/leaderboard/calibration",
  "/api/leaderboard/skill",
  "/api/models/stats",
  "/api/personas/stats",
  "/api/stats/community",
  "/api/feed/highlights",
  "/api/events/weekly-battle",
  "/api/discover"
]
