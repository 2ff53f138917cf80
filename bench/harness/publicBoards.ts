/** The public boards and other lists that are computed from many predictions, without filters. */
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
