import { ON_SYSTEM } from '@sterling/contract/device.ts';
import { currentLocale, t } from '@sterling/contract/texts.ts';
import { hours, usd, utc, whole } from '../../platform/formats.rules.ts';
import { translateMatching } from '../../platform/stored-texts.rules.ts';
import { type AccessEnded, endedText } from './access-ended.rules.ts';
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
  | { readonly code: 'passkey_copied'; readonly name: string }
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
  | { readonly code: 'wait_lengthened'; readonly hours: number }
  | AccessEnded
  | {
      readonly code: 'standing_order_added';
      readonly robux: number;
      /** Price at the maximum rate. */
      readonly maxCents: number;
      readonly gamepass: string;
    }
  | {
      readonly code: 'price_rule_added';
      readonly name: string;
      readonly floorCents: number;
      readonly ceilingCents: number;
    }
  | { readonly code: 'price_rule_changed'; readonly name: string }
  | { readonly code: 'discord_webhook_set'; readonly webhookId: string }
  | { readonly code: 'webhook_added' | 'webhook_secret_changed' | 'webhook_silenced'; readonly host: string }
  | {
      readonly code: 'webhook_switched_off';
      readonly host: string;
      readonly reason: 'failing' | 'gone';
    }
  | { readonly code: 'recovery_codes_renewed' | 'factor_reset_cancelled' | 'factor_reset_done' }
  | { readonly code: 'discord_messages_ended' };

/** What people should do about news that they did not cause. */
export const notYou = (): string =>
  t('If this was not you, sign out everywhere else under Security and data, and tell our team.');

export function wordsOfSecurity(news: SecurityNews): Words {
  switch (news.code) {
    case 'new_device':
      return words(
        t('Sign-in from a new device'),
        `${translateMatching(news.device, [ON_SYSTEM])}, ${news.ip}. ${notYou()}`,
      );
    case 'address_added':
    case 'wait_shortened':
    case 'wait_lengthened':
      return wordsOfAddresses(news);
    case 'standing_order_added':
    case 'price_rule_added':
    case 'price_rule_changed':
      return wordsOfAutomatic(news);
    case 'webhook_added':
    case 'discord_webhook_set':
    case 'discord_messages_ended':
    case 'webhook_silenced':
    case 'webhook_switched_off':
    case 'webhook_secret_changed':
      return wordsOfWebhook(news);
    case 'access_ended':
      return words(t('Signed out everywhere'), endedText(news));
    case 'factor_added':
      return words(t('Second factor added'), `${FACTOR[news.kind]()} ${quoted(news.name)}. ${notYou()}`);
    case 'factor_removed':
      return words(t('Second factor removed'), `${FACTOR[news.kind]()} ${quoted(news.name)}. ${notYou()}`);
    case 'api_credential_created':
    case 'api_credential_revoked':
      return wordsOfToken(news);
    case 'passkey_copied':
      return words(
        t('A passkey may have been copied'),
        t(
          'Another device with the same key has answered for “{name}”. Remove it under Security and data, add a new passkey, and sign out everywhere else.',
          { name: news.name },
        ),
      );
    case 'recovery_codes_renewed':
      return words(t('New recovery codes'), `${t('The old codes no longer work.')} ${notYou()}`);
    case 'recovery_code_used':
      return words(t('Recovery code used'), `${t('{count} left.', { count: news.left })} ${notYou()}`);
    case 'factor_reset_requested':
      return words(
        t('Your second factor will be removed'),
        t(
          'Sterling staff received a request to remove it. This happens after {time}. If you did not ask for this, cancel it under Security and data.',
          { time: utc(news.until) },
        ),
      );
    case 'factor_reset_cancelled':
      return words(t('Reset cancelled'), t('Your second factor stays.'));
    case 'factor_reset_done':
      return words(t('Second factor reset'), t('Your second factors were removed. Please set up a new one.'));
  }
}

/** A name that a person chose, in the quotes of their language. */
const quoted = (name: string): string => t('“{name}”', { name });

type AddressNews = Extract<SecurityNews, { readonly code: 'address_added' | `wait_${string}` }>;

function wordsOfAddresses(news: AddressNews): Words {
  switch (news.code) {
    case 'address_added':
      return words(
        t('Withdrawal address saved'),
        `${quoted(news.label)}, ${news.address}. ${t('It can be used from {time}.', { time: utc(news.until) })} ${notYou()}`,
      );
    case 'wait_lengthened':
      return words(
        t('Longer wait for new addresses'),
        `${t('It is {hours} now.', { hours: hours(news.hours) })} ${notYou()}`,
      );
    case 'wait_shortened':
      return words(
        t('Shorter wait for new addresses'),
        `${t('It is {hours} from {time}.', { hours: hours(news.hours), time: utc(news.from) })} ${notYou()}`,
      );
  }
}

type TokenNews = Extract<SecurityNews, { readonly code: `api_credential_${string}` }>;

function wordsOfToken(news: TokenNews): Words {
  if (news.code === 'api_credential_revoked')
    return words(t('API token revoked'), `${quoted(news.name)}. ${notYou()}`);
  return words(
    t('API token created'),
    `${t('“{name}” may {scopes}.', { name: news.name, scopes: scopesText(news.scopes) })} ${notYours()}`,
  );
}

/** Something that trades without the person was added or changed. */
type AutomaticNews = Extract<
  SecurityNews,
  { readonly code: 'standing_order_added' | `price_rule_${string}` }
>;

function wordsOfAutomatic(news: AutomaticNews): Words {
  if (news.code === 'price_rule_changed')
    return words(
      t('Price rule changed'),
      `${t('“{name}” was changed.', { name: news.name })} ${t('If this was not you, turn the rule off, sign out everywhere else under Security and data, and tell our team.')}`,
    );
  if (news.code === 'price_rule_added')
    return words(
      t('Price rule added'),
      `${t('“{name}” sets rates from {floor} to {ceiling} per 1,000.', {
        name: news.name,
        floor: usd(news.floorCents),
        ceiling: usd(news.ceilingCents),
      })} ${t('If this was not you, delete the rule, sign out everywhere else under Security and data, and tell our team.')}`,
    );
  return words(
    t('Standing order added'),
    `${t('It buys {robux} Robux every week for at most {price}. Gamepass: {gamepass}.', {
      robux: whole(news.robux),
      price: usd(news.maxCents),
      gamepass: news.gamepass,
    })} ${t('If this was not you, delete the standing order, sign out everywhere else under Security and data, and tell our team.')}`,
  );
}

type WebhookNews = Extract<SecurityNews, { readonly code: `${'webhook' | 'discord'}_${string}` }>;

function wordsOfWebhook(news: WebhookNews): Words {
  switch (news.code) {
    case 'webhook_added':
      return words(
        t('Webhook added'),
        `${t('Sterling will send your events to {host}.', { host: news.host })} ${notYou()}`,
      );
    case 'discord_webhook_set':
      return words(
        t('Discord webhook saved'),
        `${t('Sterling will post your news to the Discord webhook {webhookId}.', { webhookId: news.webhookId })} ${notYou()}`,
      );
    case 'discord_messages_ended':
      return words(
        t('Discord messages about security ended'),
        `${t('Your previous Discord webhook gets no more news about the security of your account.')} ${notYou()}`,
      );
    case 'webhook_silenced':
      return words(
        t('Webhook without security events'),
        `${t('Sterling no longer sends events about security to {host}.', { host: news.host })} ${notYou()}`,
      );
    case 'webhook_switched_off':
      return words(
        t('Webhook switched off'),
        `${WEBHOOK_OFF[news.reason](news.host)} ${t('Turn it on again under Webhooks when your program works.')}`,
      );
    case 'webhook_secret_changed':
      return words(
        t('Webhook secret changed'),
        `${t('It signs your events to {host}.', { host: news.host })} ${notYou()}`,
      );
  }
}

const notYours = (): string =>
  t(
    'If this was not you, revoke it under API access, sign out everywhere else under Security and data, and tell our team.',
  );
const SCOPE: Readonly<Record<string, () => string>> = {
  read: () => t('read your data'),
  trade: () => t('trade'),
  'manage-accounts': () => t('manage your Roblox accounts and proxies'),
};
const scopesText = (scopes: readonly string[]): string =>
  new Intl.ListFormat(currentLocale()).format(scopes.map((scope) => SCOPE[scope]?.() ?? scope));
const WEBHOOK_OFF = {
  failing: (host: string) => t('Every attempt to reach {host} has failed for a week.', { host }),
  gone: (host: string) => t('{host} answered that it no longer wants events.', { host }),
};

const FACTOR = { passkey: () => t('Passkey'), totp: () => t('Authenticator app') };
