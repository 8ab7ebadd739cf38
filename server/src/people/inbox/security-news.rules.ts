import { type Words, words } from './words.rules.ts';

/** What happened to the protection of an account. */
export type SecurityNews =
  | {
      readonly code: 'factor_added' | 'factor_removed';
      readonly kind: 'passkey' | 'totp';
      readonly name: string;
    }
  | { readonly code: 'api_credential_created'; readonly name: string; readonly scopes: readonly string[] }
  | { readonly code: 'api_credential_revoked'; readonly name: string }
  | { readonly code: 'recovery_code_used'; readonly left: number }
  | { readonly code: 'factor_reset_requested'; readonly until: string }
  | { readonly code: 'new_device'; readonly device: string; readonly ip: string }
  | {
      readonly code: 'address_added';
      readonly label: string;
      readonly address: string;
      readonly until: string;
    }
  | { readonly code: 'wait_shortened'; readonly hours: number; readonly from: string }
  | {
      readonly code: 'access_ended';
      readonly cause: AccessEndCause;
      readonly tokens: number;
      readonly webhooks: number;
      /** Whether the Discord webhook was removed. */
      readonly discord: boolean;
    }
  | { readonly code: 'discord_webhook_set'; readonly webhookId: string }
  | { readonly code: 'webhook_added' | 'webhook_secret_changed'; readonly host: string }
  | {
      readonly code: 'webhook_switched_off';
      readonly host: string;
      readonly reason: 'failing' | 'gone';
    }
  | { readonly code: 'recovery_codes_renewed' | 'factor_reset_cancelled' | 'factor_reset_done' };

/** Why all access to an account ended: the person or staff signed out everywhere, a lost factor was reset, or a ban. */
export type AccessEndCause = 'person' | 'staff' | 'factor_reset' | 'banned';

export const NOT_YOU = 'If this was not you, end all other sessions and tell our team.';

export function wordsOfSecurity(news: SecurityNews): Words {
  switch (news.code) {
    case 'new_device':
      return words('Sign-in from a new device', `${news.device}, ${news.ip}. ${NOT_YOU}`);
    case 'address_added':
      return words(
        'Withdrawal address saved',
        `“${news.label}”, ${news.address}. It can be used from ${utc(news.until)}. ${NOT_YOU}`,
      );
    case 'wait_shortened':
      return words(
        'Shorter wait for new addresses',
        `It is ${news.hours} ${news.hours === 1 ? 'hour' : 'hours'} from ${utc(news.from)}. ${NOT_YOU}`,
      );
    case 'webhook_added':
      return words('Webhook added', `Sterling will send your events to ${news.host}. ${NOT_YOU}`);
    case 'discord_webhook_set':
      return words(
        'Discord webhook saved',
        `Sterling will post your news to the Discord webhook ${news.webhookId}. ${NOT_YOU}`,
      );
    case 'webhook_switched_off':
      return words(
        'Webhook switched off',
        `${WEBHOOK_OFF[news.reason](news.host)} Turn it on again under Webhooks when your program works.`,
      );
    case 'webhook_secret_changed':
      return words('Secret of a webhook changed', `It signs your events to ${news.host}. ${NOT_YOU}`);
    case 'access_ended':
      return words('Signed out everywhere', endedText(news));
    case 'factor_added':
      return words('Second factor added', `${FACTOR[news.kind]} “${news.name}”. ${NOT_YOU}`);
    case 'factor_removed':
      return words('Second factor removed', `${FACTOR[news.kind]} “${news.name}”. ${NOT_YOU}`);
    case 'api_credential_created':
      return words(
        'API token created',
        `“${news.name}” may ${news.scopes.map((scope) => SCOPE[scope] ?? scope).join(', ')}. ${NOT_YOURS}`,
      );
    case 'api_credential_revoked':
      return words('API token revoked', `“${news.name}”. ${NOT_YOU}`);
    case 'recovery_codes_renewed':
      return words('New recovery codes', `The old codes no longer work. ${NOT_YOU}`);
    case 'recovery_code_used':
      return words('Recovery code used', `${news.left} left. ${NOT_YOU}`);
    case 'factor_reset_requested':
      return words(
        'Your second factor will be removed',
        `Our team received a request to remove it. This happens after ${utc(news.until)}. If you did not ask for this, cancel it under Security.`,
      );
    case 'factor_reset_cancelled':
      return words('Reset cancelled', 'Your second factor stays.');
    case 'factor_reset_done':
      return words('Second factor reset', 'Your second factors were removed. Please set up a new one.');
  }
}

const NOT_YOURS =
  'If this was not you, revoke it under API access, end all other sessions and tell our team.';
const SCOPE: Readonly<Record<string, string>> = {
  read: 'read your data',
  trade: 'trade',
  'manage-accounts': 'manage your Roblox accounts and proxies',
};
const WEBHOOK_OFF = {
  failing: (host: string) => `Every attempt to reach ${host} has failed for a week.`,
  gone: (host: string) => `${host} answered that it no longer wants events.`,
};

const ENDED_BY: Readonly<Record<AccessEndCause, string>> = {
  person: 'You ended all other sessions.',
  staff: 'Our team ended all your sessions.',
  factor_reset: 'All your sessions ended, because your second factor was reset.',
  banned: 'All your sessions ended, because your account was banned.',
};

function endedText({
  cause,
  tokens,
  webhooks,
  discord,
}: Extract<SecurityNews, { code: 'access_ended' }>): string {
  return [
    ENDED_BY[cause],
    ...(tokens > 0 ? [`${counted(tokens, 'API token was', 'API tokens were')} revoked.`] : []),
    ...(webhooks > 0 ? [`${counted(webhooks, 'webhook was', 'webhooks were')} switched off.`] : []),
    ...(discord ? ['Your Discord webhook was removed.'] : []),
    'Set up again only what you know.',
  ].join(' ');
}

const FACTOR = { passkey: 'Passkey', totp: 'Authenticator app' };

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
/** Minutes in UTC. */
const utc = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;
