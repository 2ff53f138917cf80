export { demoQuestions } from "./DemoQuestions.ts"
