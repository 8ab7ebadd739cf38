import type { Page } from '@playwright/test';

interface RecordedRequest {
  readonly path: string;
  /** Milliseconds since the page was opened, by the page's own clock. */
  readonly atMs: number;
  /** When the page stopped waiting for the answer, if it did. */
  gaveUpAtMs?: number;
}

/** Records the requests of every page that opens from now on. Recording in the page excludes delays of a busy machine. */
export async function recordRequests(page: Page): Promise<void> {
  await page.addInitScript(record);
}

/** The page's requests to this path since it was opened, in order. */
export const recordedRequests = (page: Page, path: string): Promise<RecordedRequest[]> =>
  page.evaluate(
    (name) =>
      (globalThis as unknown as { requests: RecordedRequest[] }).requests.filter(
        (each) => each.path === name,
      ),
    path,
  );

/** Runs in the page, before its own scripts. */
function record(): void {
  const requests: RecordedRequest[] = [];
  Object.assign(globalThis, { requests });
  const { fetch } = window;
  window.fetch = async (...call: Parameters<typeof fetch>) => {
    const path = new URL(String(call[0]), location.origin).pathname;
    const request: RecordedRequest = { path, atMs: performance.now() };
    requests.push(request);
    return fetch(...call).catch((error) => {
      request.gaveUpAtMs = performance.now();
      throw error;
    });
  };
}
