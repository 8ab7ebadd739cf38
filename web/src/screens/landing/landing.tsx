import { useQuery } from '@tanstack/react-query';
import { Crown, ShieldCheck, Zap } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { platformStatsQuery, platformStatusQuery } from '../../features/platform/queries.ts';
import { useCurrentUser } from '../../features/session/session.ts';
import { SignInButton } from '../../features/session/sign-in.tsx';
import { Wordmark } from '../../kit/ui/logo.tsx';
import { OnDemand } from '../../kit/ui/on-demand.tsx';
import { PageSpinner } from '../../kit/ui/spinner.tsx';
import { CoinEdge } from './coin-edge.tsx';
import { Counter } from './counter.tsx';
import { RateStrip } from './rate-strip.tsx';
import { useSignInError } from './sign-in-error.ts';

const TermsDialog = lazy(() => import('./terms-dialog.tsx'));

const BADGES = [
  { icon: ShieldCheck, text: 'Secure LTC' },
  { icon: Zap, text: 'Auto-Buy' },
  { icon: Crown, text: 'Premium' },
];

/** A small link. */
const LINK = '-my-1 rounded-sm py-1 text-2 underline underline-offset-4 hover:text-1';

/** The page for signed-out users. Signed-in users are redirected to the dashboard. */
export function Landing() {
  const { user } = useCurrentUser();
  useSignInError();
  if (user) return <Redirect to="/dashboard" replace />;
  if (user === null) return <Welcome />;
  return (
    <main className="grid min-h-dvh">
      <PageSpinner />
    </main>
  );
}

function Welcome() {
  const { data } = useQuery(platformStatsQuery);
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden">
      <CoinEdge />
      <header className="mx-auto flex h-20 w-full max-w-7xl items-center px-6">
        <Wordmark />
      </header>
      <main className="mx-auto flex w-full max-w-7xl flex-1 flex-col items-center justify-center gap-7 px-5 pb-22 text-center sm:gap-9">
        <h1 className="max-w-[13ch] text-balance font-semibold text-4xl tracking-[-0.035em] sm:text-6xl">
          Premium Robux Marketplace
        </h1>
        <ul className="flex flex-wrap justify-center gap-1.5 sm:gap-3">
          {BADGES.map(({ icon: Icon, text }) => (
            <li
              key={text}
              className="inline-flex h-9 items-center gap-1.5 rounded-full border border-line bg-surface-1 px-3 font-medium text-2 text-xs max-[24rem]:px-2 sm:gap-2 sm:px-4 sm:text-sm"
            >
              <Icon aria-hidden className="size-4 text-silver" />
              {text}
            </li>
          ))}
        </ul>
        <div className="flex w-full flex-col items-center gap-3">
          <SignInButton large />
          <FinePrint />
        </div>
        <dl className="mt-1 grid w-full max-w-xl grid-cols-2 divide-x divide-line sm:mt-3">
          <Counter label="Total Robux Sold" value={data?.totalRobuxSold ?? 0} known={data !== undefined} />
          <Counter label="Total Users" value={data?.totalUsers ?? 0} known={data !== undefined} />
        </dl>
      </main>
      <ReservesLink />
      <RateStrip rates={data?.rates ?? []} />
    </div>
  );
}

/** Stands above the rates, so that nothing moves when it appears. */
function ReservesLink() {
  const { data } = useQuery(platformStatusQuery);
  return (
    data?.publishesReserves && (
      <Link href="/reserves" className={`${LINK} absolute bottom-18 self-center text-xs`}>
        Proof of reserves
      </Link>
    )
  );
}

function FinePrint() {
  const [open, setOpen] = useState(false);
  return (
    <p className="text-balance text-3 text-xs">
      18+ only. By signing in you accept the{' '}
      <button type="button" onClick={() => setOpen(true)} className={LINK}>
        terms
      </button>
      .{' '}
      <Link href="/report" className={LINK}>
        Report misuse
      </Link>
      <OnDemand wanted={open}>
        <TermsDialog open={open} onOpenChange={setOpen} />
      </OnDemand>
    </p>
  );
}
