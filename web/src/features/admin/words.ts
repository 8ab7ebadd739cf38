import type { AdminStats, Cleared } from '@sterling/contract/admin.ts';
import type { NumberSetting, SettingPath } from '@sterling/contract/settings.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { capitalised, formatUsd, formatWhole } from '../../kit/format/format.ts';
import { LABELS } from '../../kit/format/labels.ts';

/** Settings with a number. */
const SETTING_NAMES: Readonly<Record<NumberSetting, string>> = {
  marketplace_fee: t('Transaction fee'),
  payout_hold: t('New-seller payout hold'),
  withdrawal_review: t('Withdrawal review'),
  new_address_wait: t('Wait for a new address'),
  withdrawal_limits: t('Withdrawal limits'),
  correction_approval: t('Approve corrections over'),
  factor_reset_wait: t('Wait before a second factor reset'),
  new_buyer_cap: t('New-buyer spending limit'),
  account_age: t('Minimum Discord account age'),
  writes_per_ip: t('Changes per IP'),
  sweep_schedule: t('Automatic sweep'),
  reserve_floor: t('Reserve limit'),
  proof_of_reserves: t('Proof of reserves'),
  manual_deadline: t('Manual order deadline'),
  auto_confirm: t('Automatic confirmation'),
  affiliate: t('Affiliate share'),
};

/** A field of a setting. The audit log leaves out the unit of money. */
type Field<Path> = Path extends `${string}.${infer Name}`
  ? Name extends 'usd'
    ? never
    : Name extends `${infer Amount}Usd`
      ? Amount
      : Name
  : never;

/** Fields with a number. */
const FIELD_NAMES: Readonly<Record<Field<SettingPath>, string>> = {
  percent: t('Percent'),
  days: t('Days'),
  hours: t('Hours'),
  minutes: t('Minutes'),
  over: t('Over'),
  perDay: t('Per day'),
  allPerDay: t('All users per day'),
  perMinute: t('Per minute'),
  everyHours: t('Interval in hours'),
};

/** Settings, fields and states of the audit log and of reviews, by their codes. */
const NAMES: Readonly<Record<string, string>> = {
  id: 'ID',
  ...SETTING_NAMES,
  ...FIELD_NAMES,
  maintenance_mode: t('Maintenance mode'),
  action_limit: t('Rate limit'),
  emergency_shutdown: t('Emergency shutdown'),
  chain_guards: t('Chain safeguards'),
  announcement: t('Announcement'),
  enabled: t('Enabled'),
  updatedAt: t('Updated at'),
  createdAt: t('Created at'),
  expiresAt: t('Expires at'),
  lastUsedAt: t('Last used at'),
  scopes: t('Scopes'),
  networks: t('Networks'),
  perHour: t('Per hour'),
  reason: t('Reason'),
  newAddress: t('New address'),
  published: t('Published'),
  text: t('Text'),
  until: t('Until'),
  value: t('Value'),
  role: t('Role'),
  isOwner: t('Owner'),
  isVerified: t('Verified'),
  isBanned: t('Banned'),
  walletType: t('Wallet type'),
  price: t('Price'),
  sessions: t('Sessions'),
  writes: t('Writes'),
  stage: t('Stage'),
  status: t('Status'),
  outcome: t('Outcome'),
  kind: t('Kind'),
  subjectId: t('Subject id'),
  accountId: t('Account id'),
  host: t('Host'),
  name: t('Name'),
  message: t('Message'),
  signature: t('Signature'),
  file: t('File'),
  tables: t('Tables'),
  rows: t('Rows'),
  pruned: t('Pruned'),
  users: t('Users'),
  robloxAccounts: t('Roblox accounts'),
  wallets: t('Wallets'),
  walletTransactions: t('Wallet transactions'),
  sweep: t('Sweep'),
  child: t('Child'),
  cancel: t('Cancellation'),
  unknown: t('Unknown'),
  passkey: t('Passkey'),
  totp: t('Authenticator app'),
  yes: t('Yes'),
  no: t('No'),
  'no record': t('No record'),
  readable: t('Readable'),
  unreadable: t('Unreadable'),
};

/** The name of a code: 'settings.changed' reads 'Settings changed'. Codes of a newer server stay in English. */
export const humanised = (code: string): string => NAMES[code] ?? LABELS[code] ?? wordsOf(code);

const wordsOf = (code: string): string =>
  capitalised(
    code
      .replaceAll(/[._-]/g, ' ')
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase(),
  );

const STEPS = [
  { seconds: 86_400, text: (days: number) => t('{days} d ago', { days }) },
  { seconds: 3_600, text: (hours: number) => t('{hours} h ago', { hours }) },
  { seconds: 60, text: (minutes: number) => t('{minutes} min ago', { minutes }) },
];

/** An age in its largest whole unit: '42 s ago', '5 min ago', '3 h ago', '2 d ago'. */
export function formatAge(ageSeconds: number): string {
  const step = STEPS.find(({ seconds }) => ageSeconds >= seconds);
  return step
    ? step.text(Math.floor(ageSeconds / step.seconds))
    : t('{seconds} s ago', { seconds: Math.floor(ageSeconds) });
}

const usersText = (users: number): string =>
  plural(users, '{count} user', '{count} users', { count: formatWhole(users) });

/** What "Clean database" deleted: `3 users, 2 Roblox accounts, …` */
export function clearedText({
  users,
  robloxAccounts,
  wallets,
  walletTransactions,
}: Cleared['cleared']): string {
  return t('{users}, {robloxAccounts}, {wallets} and {walletTransactions}', {
    users: usersText(users),
    robloxAccounts: plural(robloxAccounts, '{count} Roblox account', '{count} Roblox accounts', {
      count: formatWhole(robloxAccounts),
    }),
    wallets: plural(wallets, '{count} wallet', '{count} wallets', { count: formatWhole(wallets) }),
    walletTransactions: plural(
      walletTransactions,
      '{count} wallet transaction',
      '{count} wallet transactions',
      { count: formatWhole(walletTransactions) },
    ),
  });
}

/** Says in numbers what a clean-up would affect. The figures include the owners. */
export function dataSummary({ totalUsers, totalWalletBalance, activeListings, pendingListings }: AdminStats) {
  const listings = activeListings + pendingListings;
  return t(
    '{totalUsers} in total, with {totalWalletBalance} in wallets and {listings}. Owners and their wallets stay.',
    {
      totalUsers: usersText(totalUsers),
      totalWalletBalance: formatUsd(totalWalletBalance),
      listings: plural(listings, '{count} open listing', '{count} open listings', {
        count: formatWhole(listings),
      }),
    },
  );
}
