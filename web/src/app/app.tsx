import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { createQueryClient } from '../data/query-client.ts';
import { platformStatusQuery } from '../features/platform/queries.ts';
import { currentUserQuery } from '../features/session/session.tsx';
import { ErrorBoundary } from '../kit/ui/missing-content.tsx';
import { PageSpinner } from '../kit/ui/spinner.tsx';
import { ToastRegion, toast } from '../kit/ui/toast.tsx';
import { Landing } from '../screens/landing/landing.tsx';

const RoleSelection = lazy(() => import('../screens/role-selection.tsx'));
const DashboardPage = lazy(() => import('./shell/dashboard-page.tsx'));
const ResetPage = lazy(() => import('../screens/reset-page.tsx'));
const ReportPage = lazy(() => import('../screens/report-page.tsx'));
const ReservesPage = lazy(() => import('../screens/reserves-page.tsx'));
const NotFound = lazy(() => import('../screens/not-found.tsx'));

const queryClient = createQueryClient((message) => toast({ ...message, variant: 'destructive' }));

// All pages except the landing page need this data. It loads in parallel with their code.
if (!/^\/(login)?$/i.test(window.location.pathname)) {
  void queryClient.prefetchQuery(currentUserQuery);
  void queryClient.prefetchQuery(platformStatusQuery);
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <Suspense fallback={<PageSpinner />}>
          <Pages />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary silent>
        <ToastRegion />
      </ErrorBoundary>
    </QueryClientProvider>
  );
}

/** One route per page. Paths ignore case. */
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
