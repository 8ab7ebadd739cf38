import { currentLanguage, LANGUAGE_COOKIE, type Language, t } from '@sterling/contract/texts.ts';
import { users } from '@sterling/contract/users.ts';
import { call } from '../../data/call.ts';
import { cn } from '../../kit/ui/class-names.ts';
import { MenuChoice, MenuChoices, MenuLabel } from '../../kit/ui/dropdown-menu.tsx';

/** Each language in its own words, so that everybody finds theirs. */
const NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
};
const LANGUAGES = Object.keys(NAMES) as Language[];

const YEAR_SECONDS = 31_536_000;

/** Loads the page in another language. For a signed-in user, notifications and other devices follow. */
async function chooseLanguage(language: Language, isSignedIn: boolean): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the next page
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  // if the server cannot be reached, this browser has the language at least
  if (isSignedIn) await call(users.chooseLanguage, { body: { language } }).catch(() => undefined);
  window.location.reload();
}

/** The languages in the user menu. */
export const LanguageChoices = () => (
  <>
    <MenuLabel>{t('Language')}</MenuLabel>
    <MenuChoices<Language>
      value={currentLanguage()}
      onChange={(language) => void chooseLanguage(language, true)}
    >
      {LANGUAGES.map((language) => (
        <MenuChoice key={language} value={language} lang={language}>
          {NAMES[language]}
        </MenuChoice>
      ))}
    </MenuChoices>
  </>
);

/** The languages on the landing page. */
export const LanguageLinks = () => (
  <nav aria-label={t('Language')} className="-mx-1.5 flex flex-wrap justify-end text-sm max-sm:text-xs">
    {LANGUAGES.map((language) => (
      <button
        key={language}
        type="button"
        lang={language}
        aria-current={language === currentLanguage() ? 'true' : undefined}
        onClick={() => void chooseLanguage(language, false)}
        className={cn(
          'min-h-8 rounded-sm px-1.5 hover:text-1',
          language === currentLanguage() ? 'font-medium text-1' : 'text-3',
        )}
      >
        {NAMES[language]}
      </button>
    ))}
  </nav>
);
