import './app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Route, Switch } from 'wouter';
import { stepUp } from '../data/call.ts';
import { createQueryClient } from '../data/query-client.ts';
import { storedText } from '../data/storage.ts';
import { platformStatusQuery } from '../features/platform/queries.ts';
import { currentUserQuery, followOtherTabs } from '../features/sessions/session.tsx';
import { followTheme } from '../kit/theme/theme.ts';
import { lazyPage } from '../kit/ui/lazy.tsx';
import { ErrorBoundary } from '../kit/ui/missing-content.tsx';
import { toast } from '../kit/ui/toast.ts';
import { ToastRegion } from '../kit/ui/toast-region.tsx';
import { Landing } from '../screens/landing/landing.tsx';

const RoleSelection = lazyPage(() => import('../screens/role-selection.tsx'));
const DashboardPage = lazyPage(() => import('./shell/dashboard-page.tsx'));
const ResetPage = lazyPage(() => import('../screens/reset-page.tsx'));
const ReportPage = lazyPage(() => import('../screens/report-page.tsx'));
const ReservesPage = lazyPage(() => import('../screens/reserves-page.tsx'));
const NotFound = lazyPage(() => import('../screens/not-found.tsx'));

const queryClient = createQueryClient(toast);

// All pages except the landing page need this data. It loads in parallel with their code.
if (!/^\/(login)?$/i.test(window.location.pathname)) {
  void queryClient.prefetchQuery(currentUserQuery);
  void queryClient.prefetchQuery(platformStatusQuery);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

reloadOnceForMissingCode();
const loadCheck = () => import('../features/factors/step-up-dialog.tsx');
stepUp.load = () => loadCheck().catch(() => undefined);
stepUp.ask = () =>
  loadCheck().then(
    ({ askCheck }) => askCheck(),
    () => false,
  );
followTheme();
followOtherTabs(queryClient);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Pages />
      </ErrorBoundary>
      <ToastRegion />
    </QueryClientProvider>
  );
}

/** One route per page. Paths ignore case. public/head.js has the paths of DashboardPage too. */
function Pages() {
  return (
    <Switch>
      <Route path="/" component={Landing} />
      <Route path="/login" component={Landing} />
      <Route path="/role-selection" component={RoleSelection} />
      <Route path="/dashboard">{() => <DashboardPage />}</Route>
      <Route path="/admin">{() => <DashboardPage section="owner-panel" />}</Route>
      <Route path="/cookies">{() => <DashboardPage section="cookies" />}</Route>
      <Route path="/robux-dashboard">{() => <DashboardPage section="robux-market" />}</Route>
      <Route path="/wallet">{() => <DashboardPage section="wallet" />}</Route>
      <Route path="/buy-robux">{() => <DashboardPage section="buy-robux" />}</Route>
      <Route path="/reset" component={ResetPage} />
      <Route path="/report" component={ReportPage} />
      <Route path="/reserves" component={ReservesPage} />
      <Route component={NotFound} />
    </Switch>
  );
}

const reloadedFor = storedText('sterling.reloaded-for', () => sessionStorage);

/**
 * Reloads the page when code is missing although the server answers: a deployment has replaced the code. Each
 * missing file reloads only once. Otherwise the nearest error boundary shows the failure.
 */
function reloadOnceForMissingCode(): void {
  window.addEventListener('vite:preloadError', async ({ payload }) => {
    const before = reloadedFor.read() ?? '';
    if (before.includes(payload.message)) return;
    const answer = await fetch('/healthz').catch(() => null);
    // Without storage the page does not reload, because it could reload forever.
    if (answer?.ok && reloadedFor.keep(before + payload.message)) window.location.reload();
  });
}
