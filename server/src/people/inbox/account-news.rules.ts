import { amount, usd, type Words, words } from './words.rules.ts';

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
      return words('Account off sale', TROUBLE[news.status](news.username, news.reason ?? ''));
    case 'accounts_paused':
      return words('Selling paused', news.reason);
    case 'stock_low':
      return words(
        'Low stock',
        `Your accounts have ${amount(news.robux)} Robux for sale, less than ${amount(news.threshold)}.`,
      );
    case 'price_rule_paused':
      return words(
        'Price rule paused accounts',
        `Following the market needs a rate below ${usd(news.floorCents)}, the floor of “${news.name}”. The accounts go on sale again when it is enough.`,
      );
  }
}

const TROUBLE = {
  invalid_cookie: (username: string) => `The cookie of ${username} no longer works. Update it to sell again.`,
  '2fa_required': (username: string) =>
    `Roblox asks ${username} for a check. Pass it at Roblox to sell again.`,
  offline: (username: string, reason: string) => `${username}: ${reason}`,
};
