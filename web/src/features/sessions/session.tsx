import { LANGUAGE_COOKIE, type Language, t } from '@sterling/contract/texts.ts';
import { type User, users } from '@sterling/contract/users.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call, isRefused } from '../../data/call.ts';
import { CURRENT_USER_KEY } from '../../data/changes.ts';
import { storedText } from '../../data/storage.ts';
import { cn } from '../../kit/ui/class-names.ts';
import { toast } from '../../kit/ui/toast.ts';
import { showSignInError } from './sign-in-result.ts';

const USER_CACHE_MS = 5 * 60_000;

/**
 * The current user, or null if nobody is signed in. Failures other than a 401 also count as signed out and
 * are logged. A banned user sees a message about the ban.
 */
export const currentUserQuery = queryOptions({
  queryKey: CURRENT_USER_KEY,
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      const user = await call(users.me, undefined, { signal, on401: 'null' });
      signedIn.keep(user?.id ?? null);
      return user;
    } catch (error) {
      if (signal.aborted) throw error;
      if (isRefused(error, 'account_banned')) await showSignInError('banned');
      else console.error('Failed to get current user', error);
      return null;
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

const YEAR_SECONDS = 31_536_000;

/** Loads the page in another language. For a signed-in user, notifications and other devices follow. */
export async function chooseLanguage(
  language: Language,
  { isSignedIn }: { isSignedIn: boolean },
): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  // if the server cannot be reached, this browser has the language at least
  if (isSignedIn) await call(users.chooseLanguage, { body: { language } }).catch(() => undefined);
  window.location.reload();
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
      <path d="M20.317 4.37a19.79 19.79 0 0 0-4.885-1.515.074.074 0 0 0-.079.037c-.21.375-.444.864-.608 1.25a18.27 18.27 0 0 0-5.487 0 12.64 12.64 0 0 0-.617-1.25.077.077 0 0 0-.079-.037A19.736 19.736 0 0 0 3.677 4.37a.07.07 0 0 0-.032.027C.533 9.046-.32 13.58.099 18.057a.082.082 0 0 0 .031.057 19.9 19.9 0 0 0 5.993 3.03.078.078 0 0 0 .084-.028 14.09 14.09 0 0 0 1.226-1.994.076.076 0 0 0-.041-.106 13.107 13.107 0 0 1-1.872-.892.077.077 0 0 1-.008-.128 10.2 10.2 0 0 0 .372-.292.074.074 0 0 1 .077-.01c3.928 1.793 8.18 1.793 12.062 0a.074.074 0 0 1 .078.01c.12.098.246.198.373.292a.077.077 0 0 1-.006.127 12.299 12.299 0 0 1-1.873.892.077.077 0 0 0-.041.107c.36.698.772 1.362 1.225 1.993a.076.076 0 0 0 .084.028 19.839 19.839 0 0 0 6.002-3.03.077.077 0 0 0 .032-.054c.5-5.177-.838-9.674-3.549-13.66a.061.061 0 0 0-.031-.03zM8.02 15.33c-1.183 0-2.157-1.085-2.157-2.419 0-1.333.956-2.419 2.157-2.419 1.21 0 2.176 1.096 2.157 2.42 0 1.333-.956 2.418-2.157 2.418zm7.975 0c-1.183 0-2.157-1.085-2.157-2.419 0-1.333.955-2.419 2.157-2.419 1.21 0 2.176 1.096 2.157 2.42 0 1.333-.946 2.418-2.157 2.418z" />
    </svg>
  );
}
