import { LANGUAGE_COOKIE, type Language } from '@sterling/contract/texts.ts';
import { users } from '@sterling/contract/users.ts';
import { call } from '../../data/call.ts';

/** Each language in its own words, so that everybody finds theirs. */
export const LANGUAGE_NAMES: readonly (readonly [Language, name: string])[] = [
  ['en', 'English'],
  ['es', 'Español'],
  ['pt-BR', 'Português (Brasil)'],
];

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
