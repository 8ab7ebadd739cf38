import type { AggregatedRate } from '@sterling/contract/market.ts';
import { currentLanguage, LANGUAGES, t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Crown, ShieldCheck, Zap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Redirect, useSearchParams } from 'wouter';
import { Banners } from '../../features/platform/banners.tsx';
import { platformStatsQuery, platformStatusQuery } from '../../features/platform/queries.ts';
import {
  chooseLanguage,
  LANGUAGE_NAMES,
  SignInButton,
  useCurrentUser,
  useSignInResult,
} from '../../features/sessions/session.tsx';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { cn } from '../../kit/ui/class-names.ts';
import { Wordmark } from '../../kit/ui/logo.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { PageSpinner } from '../../kit/ui/spinner.tsx';
import { FINE_LINK, FinePrint } from './fine-print.tsx';

const BADGES = [
  { icon: ShieldCheck, text: t('Secure LTC') },
  { icon: Zap, text: t('Auto-Buy') },
  { icon: Crown, text: t('Premium') },
];

/** The page for signed-out users. Signed-in users are redirected to the dashboard. */
export function Landing() {
  const { user } = useCurrentUser();
  const [search] = useSearchParams();
  // Loads in parallel with the user. The banners then have their height before the first render, and nothing moves.
  const { isFetched } = useQuery(platformStatusQuery);
  useSignInResult();
  const back = search.get('return') ?? '';
  // a path of this site: two slashes would begin another host
  if (user) return <Redirect to={/^\/\w/.test(back) ? back : '/dashboard'} replace />;
  if (user === null && isFetched) return <Welcome />;
  return (
    <main className="grid min-h-dvh">
      <PageSpinner />
    </main>
  );
}

function Welcome() {
  const { data } = useQuery(platformStatsQuery);
  const [search] = useSearchParams();
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden">
      <CoinEdge />
      <Banners />
      <header className="mx-auto flex h-20 w-full max-w-7xl items-center justify-between gap-4 px-6">
        <Wordmark />
        <LanguageLinks />
      </header>
      <main className="mx-auto flex w-full max-w-7xl flex-1 flex-col items-center justify-center gap-7 px-5 pb-22 text-center sm:gap-9">
        <h1 className="max-w-[13ch] text-balance font-semibold text-4xl tracking-[-0.035em] sm:text-6xl">
          {t('Premium Robux Marketplace')}
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
          <SignInButton large back={search.get('return')} />
          <FinePrint />
        </div>
        <dl className="mt-1 grid w-full max-w-xl grid-cols-2 divide-x divide-line sm:mt-3">
          <Counter label={t('Total Robux Sold')} value={data?.totalRobuxSold} />
          <Counter label={t('Total Users')} value={data?.totalUsers} />
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
      <Link href="/reserves" className={`${FINE_LINK} absolute bottom-18 self-center text-xs sm:bottom-22`}>
        {t('Proof of reserves')}
      </Link>
    )
  );
}

const LanguageLinks = () => (
  <nav aria-label={t('Language')} className="-mx-1.5 flex flex-wrap justify-end text-sm max-sm:text-xs">
    {LANGUAGES.map((language) => (
      <button
        key={language}
        type="button"
        lang={language}
        aria-current={language === currentLanguage() ? 'true' : undefined}
        onClick={() => void chooseLanguage(language, { isSignedIn: false })}
        className="min-h-8 rounded-sm px-1.5 text-3 hover:text-1 aria-[current=true]:font-medium aria-[current=true]:text-1"
      >
        {LANGUAGE_NAMES[language]}
      </button>
    ))}
  </nav>
);

const COUNTING_MS = 900;

interface CounterProps {
  label: string;
  /** Until it is known, the counter shows 0. */
  value: number | undefined;
}

/** A large figure that counts up once when its value is known. Later changes show immediately. */
function Counter({ label, value }: CounterProps) {
  const shown = useCountUp(value);
  return (
    <div className="flex flex-col-reverse justify-end gap-1 px-3">
      <dt className="text-3 sm:text-sm">{label}</dt>
      <dd className="font-semibold text-2xl text-1 tabular-nums tracking-tight sm:text-4xl">
        {formatWhole(shown)}
      </dd>
    </div>
  );
}

function useCountUp(value: number | undefined): number {
  const [shown, setShown] = useState(0);
  const counted = useRef(false);
  useEffect(() => {
    if (value === undefined) return;
    if (counted.current || value === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      counted.current = true;
      setShown(value);
      return;
    }
    const start = performance.now();
    let frame = requestAnimationFrame(function count(now) {
      const part = Math.min(1, Math.max(0, now - start) / COUNTING_MS);
      setShown(Math.round(value * (1 - (1 - part) ** 4)));
      if (part < 1) frame = requestAnimationFrame(count);
      else counted.current = true;
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}

/** The cheapest current market rates. The page reserves the space, so that nothing moves. */
function RateStrip({ rates }: { rates: readonly AggregatedRate[] }) {
  if (rates.length === 0) return null;
  return (
    <section
      aria-label={t('Live rates')}
      className="absolute inset-x-0 bottom-0 animate-fade-in border-line border-t bg-surface-1/70"
    >
      <ul className="mx-auto flex max-w-7xl px-6">
        {rates.map((rate, place) => (
          <li
            key={rate.ratePerThousand}
            className={cn(
              'min-w-0 flex-1 border-line px-2 py-3 first:pl-0 last:pr-0 sm:px-6 sm:py-4',
              place > 0 && 'border-l',
              place > 2 && 'max-sm:hidden',
              place > 3 && 'max-lg:hidden',
            )}
          >
            <p className="truncate text-1 tabular-nums max-sm:text-sm">
              <span className="font-semibold">{formatRate(rate.ratePerThousand)}</span>
              <span className="text-3"> {t('/ 1K')}</span>
            </p>
            <p className="truncate text-3 text-xs">
              <Robux amount={rate.totalRobux} />
              <span className="max-sm:hidden"> {t('in stock')}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Background decoration: the rim of a large coin, in the colour of lines. */
function CoinEdge() {
  return (
    <svg
      viewBox="0 0 1200 1200"
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 left-1/2 -z-10 size-[max(1200px,92vw)] -translate-x-1/2 -translate-y-1/2 text-line"
    >
      <radialGradient id="landing-glow">
        <stop offset="0" className="[stop-color:var(--glow)]" />
        <stop offset="1" className="[stop-color:transparent]" />
      </radialGradient>
      <circle cx="600" cy="600" r="560" fill="url(#landing-glow)" />
      <g fill="none" stroke="currentColor">
        <circle cx="600" cy="600" r="572" strokeWidth="28" strokeDasharray="2 13" />
        <circle cx="600" cy="600" r="544" />
        <circle cx="600" cy="600" r="532" strokeOpacity="0.6" />
      </g>
    </svg>
  );
}
