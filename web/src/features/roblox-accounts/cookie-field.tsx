import { t } from '@sterling/contract/texts.ts';
import type { ComponentProps, ReactNode } from 'react';
import { rich } from '../../kit/format/rich.tsx';
import { InputField } from '../../kit/ui/field.tsx';

/** A session cookie is a secret. The browser must not show, store or correct it. */
export function CookieField(props: ComponentProps<typeof InputField>) {
  return (
    <InputField
      {...props}
      type="password"
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      placeholder=".ROBLOSECURITY"
    />
  );
}

const SELLING = t(
  'We store it encrypted, read the balance with it and buy the gamepasses of your orders. We never show or share it.',
);
const BUYING = t(
  'We set the price of your gamepass with it, then erase it. Until then it is encrypted, and never shown or shared.',
);

/** Explains the most sensitive secret that a form asks for. It stays visible beside errors. */
export function CookieGuide({ use }: { use: 'selling' | 'buying' }) {
  return (
    <div className="@container rounded-lg bg-surface-2 p-3 text-xs">
      <dl className="grid gap-x-4 gap-y-2 @sm:grid-cols-[auto_minmax(0,1fr)]">
        <Entry name={t('What it is')}>
          {rich('The value of {code}. It signs your browser in to Roblox, so treat it like a password.', {
            code: <code className="text-1">.ROBLOSECURITY</code>,
          })}
        </Entry>
        <Entry name={t('Where to find it')}>
          {t(
            'On a computer, open roblox.com and press F12. Then choose Application (Firefox: Storage) → Cookies → https://www.roblox.com.',
          )}
        </Entry>
        <Entry name={t('What we do with it')}>{use === 'selling' ? SELLING : BUYING}</Entry>
        <Entry name={t('How to revoke it')}>
          {t('On roblox.com under Settings → Security, log out of all other sessions.')}
          {use === 'selling' && ` ${t('Or delete the account here, and we erase the cookie.')}`}
        </Entry>
      </dl>
    </div>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="@sm:contents">
      <dt className="font-medium text-1">{name}</dt>
      <dd className="text-2">{children}</dd>
    </div>
  );
}
