import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { stepUp } from '../data/call.ts';
import { storedText } from '../data/storage.ts';
import { followTheme } from '../kit/theme/theme.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

reloadOnceForMissingCode();
stepUp.ask = (refused) =>
  import('../features/factors/step-up-dialog.tsx').then(
    ({ askCheck }) => askCheck(refused),
    () => false,
  );
followTheme();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

const reloadedFor = storedText('sterling.reloaded-for', () => sessionStorage);

/**
 * Reloads the page when code is missing although the server answers: a deployment has replaced the code. The
 * same missing file reloads only once. Otherwise the nearest error boundary shows the failure.
 */
function reloadOnceForMissingCode(): void {
  window.addEventListener('vite:preloadError', async ({ payload }) => {
    if (reloadedFor.read() === payload.message) return;
    const answer = await fetch('/healthz').catch(() => null);
    // Without storage the page does not reload, because it could reload forever.
    if (answer?.ok && reloadedFor.keep(payload.message)) window.location.reload();
  });
}
