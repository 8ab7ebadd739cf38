import { storedText } from '../data/storage.ts';

const reloadedFor = storedText('sterling.reloaded-for', () => sessionStorage);

/**
 * Reloads the page when code is missing although the server answers: a deployment has replaced the code. The
 * same missing file reloads only once. Otherwise the nearest error boundary shows the failure.
 */
export function reloadOnceForMissingCode(): void {
  window.addEventListener('vite:preloadError', async ({ payload }) => {
    if (reloadedFor.read() === payload.message) return;
    const answer = await fetch('/healthz').catch(() => null);
    // Without storage the page does not reload, because it could reload forever.
    if (answer?.ok && reloadedFor.keep(payload.message)) window.location.reload();
  });
}
