import type { HealthCode, HealthEvent } from '@sterling/contract/account-history.ts';
import { t } from '@sterling/contract/texts.ts';
import { whole } from '../../platform/formats.rules.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { PROXY_DOWN } from '../proxies/proxies.rules.ts';

/** An entry of an account's history. The triggers in `sql/roblox-accounts/events.sql` write them. */
export interface StoredHealth {
  readonly code: string;
  readonly details: unknown;
}

interface Details {
  /** The status reason of the account at that time. */
  readonly reason?: string;
  readonly robux?: number;
  readonly before?: number;
}

type Words = Pick<HealthEvent, 'title' | 'text' | 'isTrouble'>;

/** The sentence for an entry. */
export function wordsOfHealth({ code, details }: StoredHealth): Words {
  const { reason = null, robux = 0, before = 0 } = details as Details;
  switch (code as HealthCode) {
    case 'added':
      return fine(t('Added'), `${whole(robux)} Robux`);
    case 'activated':
      return fine(t('Activated'), t('You put the account on sale.'));
    case 'deactivated':
      return fine(t('Deactivated'), t('You took the account off sale.'));
    case 'on_sale':
      return fine(t('Back on sale'));
    case 'off_sale':
      return trouble(reason === PROXY_DOWN ? t('Proxy down') : t('Off sale'), reason);
    case 'cookie_ended':
      return trouble(t('Cookie ended'), reason);
    case 'check_required':
      return trouble(t('Verification required'), reason);
    case 'cookie_renewed':
      return fine(t('Cookie renewed'));
    case 'automatic_stopped':
      return fine(t('Automatic purchases stopped'), t('You buy the gamepasses of new orders yourself.'));
    case 'automatic_started':
      return fine(t('Automatic purchases started'), t('Sterling buys the gamepasses of new orders.'));
    case 'balance_read':
      return fine(t('Balance changed at Roblox'), `${whole(before)} → ${whole(robux)} Robux`);
  }
}

const fine = (title: string, text: string | null = null): Words => ({ title, text, isTrouble: false });
const trouble = (title: string, reason: string | null): Words => ({
  title,
  text: reason === null ? null : translateStored(reason),
  isTrouble: true,
});
