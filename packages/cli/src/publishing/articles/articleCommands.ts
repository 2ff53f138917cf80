import { articleStatusChoices } from "../../kit/invocation/choices.ts"
import { choice, type CommandGroup, withConfirmation, withPage, withTarget } from "../../kit/program/CommandTree.ts"

/** Articles, from the review to the archive. */
export const articleCommands: CommandGroup = (program, bind) => {
  const articles = program.command("articles").description("review, schedule, publish and archive articles")
  const load = () => import("./articlesCommand.ts")
  bind(
    withTarget(withPage(
      articles.command("list").description("articles of every status, the newest first")
        .addOption(choice("--status <status>", "only these", articleStatusChoices))
    )),
    async () => (await load()).listArticles
  )
  bind(
    withTarget(articles.command("show").description("one article of any status, with its text").argument("<id>")),
    async () => (await load()).showArticle
  )
  bind(
    withTarget(withConfirmation(
      articles.command("publish").description("publish a draft or a submitted article now; asks first").argument("<id>")
    )),
    async () => (await load()).publishArticle
  )
  bind(
    withTarget(withConfirmation(
      articles.command("schedule")
        .description("publish at a time; shows the time in UTC and in the zone, and asks first")
        .argument("<id>")
        .argument("[time]", "2027-03-01T09:00Z, 2027-03-01T09:00+01:00, or 2027-03-01T09:00 with --zone")
        .option("--zone <zone>", "the time zone of a time without an offset, such as Europe/Berlin")
        .option("--clear", "remove the scheduled time")
    )),
    async () => (await load()).scheduleArticle
  )
  bind(
    withTarget(
      articles.command("calendar").description("a month of published and scheduled articles (UTC)")
        .option("--month <month>", "YYYY-MM; the current month when unset")
    ),
    async () => (await load()).articleCalendar
  )
  bind(
    withTarget(withConfirmation(
      articles.command("archive")
        .description("remove an article from public view, or reject it; final, and asks first")
        .argument("<id>")
    )),
    async () => (await load()).archiveArticle
  )
  bind(
    withTarget(
      articles.command("newsletter").description("flag an article for the newsletter").argument("<id>")
        .option("--remove", "remove the flag")
        .option("--dry-run", "show the changes without making them")
    ),
    async () => (await load()).flagArticle
  )
  bind(
    withTarget(
      articles.command("candidates").description(
        "open questions as subjects, the best first, with the terms of the score"
      )
        .option("--limit <n>", "maximum number of rows (up to 100)", "20")
    ),
    async () => (await load()).articleCandidates
  )
}
