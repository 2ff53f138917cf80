/**
 * Requests the page again about once a minute while it can be seen, and replaces its content when that has changed.
 * After a failure it waits twice as long, 16 minutes at most; when the question is resolved it stops. The page that it
 * parses is the server's own, in which every text is escaped, and the policy lets nothing in it run.
 *
 * Browsers cut off the fractions of a timer's milliseconds, so it waits for whole ones: a timer that ends before the request
 * is due would be the last.
 *
 * It has neither `<` nor `&`, so that the page is well-formed XML, too.
 */
export const widgetScript = `"use strict";
(() => {
  const [minute, failuresMax] = [60000, 4];
  let [failures, due, timer, isInView] = [0, Infinity, 0, true];
  const content = () => document.querySelector("main");
  const plan = () => {
    if (content().dataset.final !== undefined) return;
    const wait = Math.ceil(minute * 2 ** Math.min(failures, failuresMax) * (0.8 + 0.4 * Math.random()));
    due = performance.now() + wait;
    clearTimeout(timer);
    timer = setTimeout(look, wait);
  };
  const look = () => {
    const isSeen = isInView ? document.visibilityState === "visible" : false;
    if (isSeen ? performance.now() >= due : false) refresh();
  };
  const refresh = async () => {
    due = Infinity;
    try {
      const answer = await fetch(location.href, {
        cache: "no-cache",
        credentials: "omit",
        signal: AbortSignal.timeout(20000)
      });
      if (!answer.ok) throw new Error(answer.status);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = page.querySelector("main");
      if (next.outerHTML !== content().outerHTML) {
        content().replaceWith(document.adoptNode(next));
        document.title = page.title;
      }
      failures = 0;
    } catch (error) {
      failures++;
    }
    plan();
  };
  document.addEventListener("visibilitychange", look);
  new IntersectionObserver((entries) => {
    isInView = entries.at(-1).isIntersecting;
    look();
  }).observe(document.body);
  plan();
})();`
