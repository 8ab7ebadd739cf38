import type { Page, Route } from '@playwright/test';

/**
 * Replaces the server's answers to a page's requests for `url` until the returned function is called. A number is the status of
 * an empty answer. The route stays after the end and lets requests through: when a page's last route is removed, requests of
 * the same moment may never get an answer.
 */
export async function replaceAnswers(
  page: Page,
  url: string,
  answer: number | ((route: Route) => unknown),
): Promise<() => void> {
  let isOver = false;
  await page.route(url, (route) => {
    if (isOver) return route.fallback();
    return typeof answer === 'number' ? route.fulfill({ status: answer, json: {} }) : answer(route);
  });
  return () => {
    isOver = true;
  };
}
