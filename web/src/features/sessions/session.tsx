import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS, type Language, t } from '@sterling/contract/texts.ts';
import { type User, users } from '@sterling/contract/users.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { call, isRefused, isUnanswered } from '../../data/call.ts';
import { CURRENT_USER_KEY } from '../../data/changes.ts';
import { storedText } from '../../data/storage.ts';
import { cn } from '../../kit/ui/class-names.ts';
import { toast } from '../../kit/ui/toast.ts';

const USER_CACHE_MS = 5 * 60_000;

/**
 * The current user, or null if nobody is signed in. Failures other than a 401 also count as signed out and are logged. While the
 * server does not answer, the known user stays. A banned user sees a message about the ban.
 */
export const currentUserQuery = queryOptions({
  queryKey: CURRENT_USER_KEY,
  queryFn: async ({ signal, client }): Promise<User | null> => {
    try {
      const user = await call(users.me, undefined, { signal, on401: 'null' });
      signedIn.keep(user?.id ?? null);
      return user;
    } catch (error) {
      if (signal.aborted) throw error;
      if (isRefused(error, 'account_banned')) {
        await showSignInResult('banned');
        return null;
      }
      console.error('Failed to get current user', error);
      // an interruption of the connection, or a restart of the server, signs nobody out
      const isAnswer = !isUnanswered(error) && !isRefused(error, 'service_unavailable');
      return (!isAnswer && client.getQueryData<User | null>(CURRENT_USER_KEY)) || null;
    }
  },
  staleTime: USER_CACHE_MS,
  retry: false,
});

const SIGNED_IN_KEY = 'sterling.signed-in';
/** The id of the user whom this browser's last answer named. Other tabs get an event when it changes. */
const signedIn = storedText(SIGNED_IN_KEY);

/** Call once at the start. After a sign-in or a sign-out in another tab, this tab asks who is signed in. */
export function followOtherTabs(client: QueryClient): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== SIGNED_IN_KEY) return;
    // without it, the page would say that the session has expired
    if (newValue === null && client.getQueryData(CURRENT_USER_KEY)) {
      toast({ title: t('Signed out'), variant: 'info' });
    }
    void client.invalidateQueries({ queryKey: CURRENT_USER_KEY });
  });
}

/** `user` is undefined while loading and null if nobody is signed in. */
export function useCurrentUser(): { user: User | null | undefined } {
  const { data } = useQuery(currentUserQuery);
  return { user: data };
}

/** The current user, for pages that require a sign-in. */
export function useUser(): User {
  const { user } = useCurrentUser();
  if (!user) throw new Error('useUser was called where nobody is signed in');
  return user;
}

/** Each language is named in itself, so that its speakers recognise it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
};

/** Loads the page in another language. For a signed-in user, notifications and other devices follow. */
export async function chooseLanguage(
  language: Language,
  { isSignedIn }: { isSignedIn: boolean },
): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${LANGUAGE_COOKIE_SECONDS}; SameSite=Lax`;
  // if the server cannot be reached, this browser has the language at least
  if (isSignedIn) await call(users.chooseLanguage, { body: { language } }).catch(() => undefined);
  window.location.reload();
}

/** Where 'Update avatar' leads: to Discord without a prompt, and back to the dashboard. */
export const AVATAR_UPDATE = `/auth/discord?prompt=none&return=${encodeURIComponent('/dashboard?done=avatar')}`;

/** Shows how a sign-in ended. The messages load when they are needed, so the landing page stays small. */
async function showSignInResult(error: string | null, done: string | null = null): Promise<void> {
  const messages = await import('./session-texts.ts').catch(() => null);
  const message = messages?.messageOf(error, done);
  if (message) toast(message);
}

/** Shows in one toast how a sign-in ended, and removes that from the URL. */
export function useSignInResult(): void {
  const [search, setSearch] = useSearchParams();
  const error = search.get('error');
  const done = search.get('done');
  useEffect(() => {
    if (!error && !done) return;
    void showSignInResult(error, done);
    setSearch(
      (before) => {
        before.delete('error');
        before.delete('done');
        return before;
      },
      { replace: true },
    );
  }, [error, done, setSearch]);
}

/** A page for signed-out users, which returns to the present page after the sign-in. The dashboard needs no return. */
export function signedOutPage(page: '/' | '/login'): string {
  const here = window.location.pathname + window.location.search;
  return here === '/dashboard' ? page : `${page}?${new URLSearchParams({ return: here })}`;
}

/** The URL of the server's sign-in. `return` is a path of this site to return to. */
const signInPath = (back?: string | null): string =>
  back ? `/auth/discord?${new URLSearchParams({ return: back })}` : '/auth/discord';

interface SignInButtonProps {
  label?: string;
  back?: string | null;
  large?: boolean;
}

/** The only button in Discord's colour. It is a link, because it leaves the app. */
export function SignInButton({ label = t('Continue with Discord'), back, large }: SignInButtonProps) {
  return (
    <a
      href={signInPath(back)}
      className={cn(
        'inline-flex select-none items-center justify-center gap-2.5 rounded-lg bg-discord font-semibold text-on-discord transition-colors hover:bg-discord-hover',
        large ? 'h-13 w-full max-w-88 px-8 text-base' : 'h-10 px-4 text-sm',
      )}
    >
      <DiscordIcon className={large ? 'size-6' : 'size-5'} />
      {label}
    </a>
  );
}

/** Discord's logo. Its guidelines require it on a sign-in button. */
export function DiscordIcon({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className={className}>
      <path d="M20.32 4.37a19.79 19.79 0 0 0-4.88-1.51.07.07 0 0 0-.08.04c-.21.38-.44.86-.61 1.25a18.27 18.27 0 0 0-5.49 0 12.64 12.64 0 0 0-.62-1.25.08.08 0 0 0-.08-.04A19.74 19.74 0 0 0 3.68 4.37a.07.07 0 0 0-.03.03C.53 9.05-.32 13.58.1 18.06a.08.08 0 0 0 .03.06 19.9 19.9 0 0 0 5.99 3.03.08.08 0 0 0 .08-.03 14.09 14.09 0 0 0 1.23-1.99.08.08 0 0 0-.04-.11 13.11 13.11 0 0 1-1.87-.89.08.08 0 0 1-.01-.13 10.2 10.2 0 0 0 .37-.29.07.07 0 0 1 .08-.01c3.93 1.79 8.18 1.79 12.06 0a.07.07 0 0 1 .08.01c.12.1.25.2.37.29a.08.08 0 0 1-.01.13 12.3 12.3 0 0 1-1.87.89.08.08 0 0 0-.04.11c.36.7.77 1.36 1.23 1.99a.08.08 0 0 0 .08.03 19.84 19.84 0 0 0 6-3.03.08.08 0 0 0 .03-.05c.5-5.18-.84-9.67-3.55-13.66a.06.06 0 0 0-.03-.03zM8.02 15.33c-1.18 0-2.16-1.08-2.16-2.42 0-1.33.96-2.42 2.16-2.42 1.21 0 2.18 1.1 2.16 2.42 0 1.33-.96 2.42-2.16 2.42zm7.97 0c-1.18 0-2.16-1.08-2.16-2.42 0-1.33.95-2.42 2.16-2.42 1.21 0 2.18 1.1 2.16 2.42 0 1.33-.95 2.42-2.16 2.42z" />
    </svg>
  );
}
