import { t } from '@sterling/contract/texts.ts';
import { usd, whole } from '../../platform/formats.rules.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { type Words, words } from './words.rules.ts';

/** What happened to a seller's Roblox accounts. */
export type AccountNews =
  | {
      readonly code: 'account_off_sale';
      readonly username: string;
      readonly status: 'invalid_cookie' | '2fa_required' | 'offline';
      readonly reason?: string;
    }
  | { readonly code: 'accounts_paused'; readonly reason: string }
  | { readonly code: 'stock_low'; readonly robux: number; readonly threshold: number }
  | { readonly code: 'price_rule_paused'; readonly name: string; readonly floorCents: number };

export function wordsOfAccounts(news: AccountNews): Words {
  switch (news.code) {
    case 'account_off_sale':
      return words(t('Account off sale'), TROUBLE[news.status](news.username, news.reason ?? ''));
    case 'accounts_paused':
      return words(t('Selling paused'), translateStored(news.reason));
    case 'stock_low':
      return words(
        t('Low stock'),
        t('Your accounts have {robux} Robux for sale, less than {threshold}.', {
          robux: whole(news.robux),
          threshold: whole(news.threshold),
        }),
      );
    case 'price_rule_paused':
      return words(
        t('Price rule paused accounts'),
        t(
          'Following the market needs a rate below {floor}, the floor of “{name}”. The accounts go on sale again when it is enough.',
          { floor: usd(news.floorCents), name: news.name },
        ),
      );
  }
}

const TROUBLE = {
  invalid_cookie: (username: string) =>
    t('The cookie of {username} no longer works. Update it to sell again.', { username }),
  '2fa_required': (username: string) =>
    t(
      'Roblox requires verification for {username}. Complete it on Roblox, and then activate the account to sell again.',
      { username },
    ),
  offline: (username: string, reason: string) => `${username}: ${translateStored(reason)}`,
};
