import { t } from '@sterling/contract/texts.ts';
import type { User } from '@sterling/contract/users.ts';
import { ArrowRight, type LucideIcon, ShoppingBag, Store } from 'lucide-react';
import { Link, Redirect } from 'wouter';
import { useCurrentUser } from '../features/sessions/session.tsx';
import { useChooseRole } from '../features/sessions/session-actions.ts';
import { displayName } from '../kit/format/format.ts';
import { Avatar } from '../kit/ui/avatar.tsx';
import { cn } from '../kit/ui/class-names.ts';
import { Mark } from '../kit/ui/logo.tsx';
import { PageSpinner, Spinner } from '../kit/ui/spinner.tsx';

interface Offer {
  role: 'buyer' | 'seller';
  title: string;
  points: readonly string[];
  icon: LucideIcon;
}

const OFFERS: readonly Offer[] = [
  {
    role: 'buyer',
    title: t('Become a Buyer'),
    points: [
      t('Fund a wallet with Litecoin'),
      t('Pick the best rate per 1,000 Robux'),
      t('Delivered through your gamepass'),
    ],
    icon: ShoppingBag,
  },
  {
    role: 'seller',
    title: t('Become a Seller'),
    points: [
      t('Add your Roblox accounts'),
      t('Set your own rate per 1,000 Robux'),
      t('Withdraw earnings in Litecoin'),
    ],
    icon: Store,
  },
];

/** The first page of a new user, who chooses between buyer and seller. */
export default function RoleSelection() {
  const { user } = useCurrentUser();
  if (user === undefined) {
    return (
      <main className="grid min-h-dvh">
        <PageSpinner />
      </main>
    );
  }
  return user ? <Welcome user={user} /> : <Redirect to="/login" replace />;
}

function Welcome({ user }: { user: User }) {
  const choose = useChooseRole();
  const chosen = choose.isPending ? choose.variables.role : undefined;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-3xl flex-col items-center justify-center gap-8 px-5 py-10">
      <header className="flex flex-col items-center gap-4 text-center">
        <div className="relative">
          <Avatar username={user.username} src={user.avatar} className="size-18 text-xl" />
          <span className="absolute -right-1 -bottom-1 rounded-full bg-surface-0 p-1">
            <Mark className="size-6" />
          </span>
        </div>
        <div>
          <h1 className="wrap-anywhere font-semibold text-2xl tracking-tight">
            {t('Welcome, {username}', { username: displayName(user.username) })}
          </h1>
          <p className="mt-1 text-balance text-2">
            {t('How do you want to use Sterling? You can switch at any time.')}
          </p>
        </div>
      </header>
      <div className="grid w-full gap-4 sm:grid-cols-2">
        {OFFERS.map((offer) => (
          <OfferCard
            key={offer.role}
            offer={offer}
            pending={chosen === offer.role}
            disabled={choose.isPending}
            onChoose={() => choose.mutate({ user, role: offer.role })}
          />
        ))}
      </div>
      <Link
        href="/dashboard"
        className="rounded-sm px-2 py-1 text-3 underline-offset-4 transition-colors hover:text-1 hover:underline"
      >
        {t('Skip for now')}
      </Link>
    </main>
  );
}

interface OfferCardProps {
  offer: Offer;
  pending: boolean;
  disabled: boolean;
  onChoose: () => void;
}

/** The button covers the whole card, so the whole card is pressable. */
function OfferCard({ offer, pending, disabled, onChoose }: OfferCardProps) {
  return (
    <section
      className={cn(
        'group relative flex flex-col gap-4 rounded-xl border border-line bg-surface-1 p-6 transition-colors hover:border-silver',
        disabled && !pending && 'opacity-50',
      )}
    >
      <div className="flex items-center justify-between">
        <span
          aria-hidden
          className="grid size-11 place-items-center rounded-lg border border-line text-silver"
        >
          <offer.icon className="size-5" />
        </span>
        {pending ? (
          <Spinner className="size-5 text-2" />
        ) : (
          <ArrowRight
            aria-hidden
            className="size-5 text-3 transition-transform group-hover:translate-x-1 group-hover:text-1"
          />
        )}
      </div>
      <button
        type="button"
        aria-busy={pending || undefined}
        aria-disabled={disabled || undefined}
        onClick={disabled ? undefined : onChoose}
        className="mt-1 self-start rounded-sm text-left font-semibold text-1 text-xl tracking-tight outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-2"
      >
        {offer.title}
      </button>
      <ul className="flex flex-col gap-1.5 text-2">
        {offer.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}
