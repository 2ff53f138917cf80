export * from "./CalibrationBoardStorePg.ts"
export * from "./LeaderboardStorePg.ts"
export * from "./SkillBoardStorePg.ts"
export * from "./SkillDrawingsPg.ts"
