const KEY = 'sterling.reloaded-for';

/**
 * Reloads the page when code is missing although the server answers: a deployment has replaced the code. The
 * same missing file reloads only once. Otherwise the nearest error boundary shows the failure.
 */
export function reloadOnceForMissingCode(): void {
  window.addEventListener('vite:preloadError', async ({ payload }) => {
    if (isKnown(payload.message)) return;
    const answer = await fetch('/healthz').catch(() => null);
    if (answer?.ok && remember(payload.message)) window.location.reload();
  });
}

function isKnown(failure: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === failure;
  } catch {
    return true;
  }
}

/** False without storage: then the page does not reload, because it could do so for ever. */
function remember(failure: string): boolean {
  try {
    sessionStorage.setItem(KEY, failure);
    return true;
  } catch {
    return false;
  }
}
