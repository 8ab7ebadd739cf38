import type { WalletType } from '@sterling/contract/fields.ts';
import { t } from '@sterling/contract/texts.ts';
import type { Stage } from '@sterling/contract/transactions.ts';
import { ltc, usd, whole } from '../../platform/formats.rules.ts';
import { type AccountNews, wordsOfAccounts } from './account-news.rules.ts';
import { type AlertNews, wordsOfAlert } from './alerts.rules.ts';
import { type SecurityNews, wordsOfSecurity } from './security-news.rules.ts';
import { reasonSentence, type Words, words } from './words.rules.ts';

/** Something that happened to a user: a code and its values. `addNews()` stores it, or a SQL function by `add_notification()`. */
export type News =
  | ({ readonly code: 'order_completed' } & Order & MissingParts)
  | ({ readonly code: 'order_sold' | 'order_to_buy' | 'pre_order_matched' } & Order)
  | ({ readonly code: 'order_failed' | 'order_refused'; readonly reason: string } & Order)
  | ({ readonly code: 'trade_bought' | 'trade_delivered' | 'trade_disputed' | 'trade_completed' } & Trade)
  | ({ readonly code: 'trade_lost' | 'trade_refunded' | 'trade_cancelled' } & Trade)
  | ({ readonly code: 'trade_restored' | 'trade_seller_banned' } & Trade)
  | {
      readonly code: 'trade_message';
      readonly by: 'buyer' | 'seller' | 'staff';
      readonly state: Stage;
    }
  | {
      readonly code: 'deposit_credited' | 'deposit_reversed';
      readonly litoshi: number;
      readonly cents: number;
    }
  | {
      readonly code: 'withdrawal_sent' | 'withdrawal_confirmed' | 'withdrawal_cancelled';
      readonly cents: number;
    }
  | { readonly code: 'withdrawal_requested'; readonly cents: number; readonly address: string }
  | { readonly code: 'withdrawal_failed'; readonly cents: number; readonly reason: string }
  | CorrectionNews
  | AccountNews
  | AlertNews
  | SecurityNews;

/** Staff moved money between the house and a wallet. */
interface CorrectionNews {
  readonly code: 'wallet_corrected';
  readonly cents: number;
  readonly direction: 'in' | 'out';
  readonly wallet: WalletType;
}

/** The failed parts of a split order that was bought in part. */
interface MissingParts {
  readonly missingRobux?: number;
  readonly backCents?: number;
}

interface Order {
  readonly robux: number;
  readonly cents: number;
}

interface Trade {
  readonly cents: number;
  /** What the seller earns, after the marketplace fee. */
  readonly earnedCents: number;
  /** Whether staff decided a dispute. */
  readonly decided: boolean;
}

/** The words for an entry of the inbox. A Discord message has the same words: `title: text`. */
export function wordsOf(news: News): Words {
  switch (news.code) {
    case 'order_completed':
      return words(t('Order completed'), `${sale(news)}${missing(news)}`);
    case 'order_failed':
      return words(t('Order failed'), `${reasonSentence(news.reason)} ${backInWallet(news.cents)}`);
    case 'order_refused':
      return words(t('Order refused by our team'), `${sale(news)} ${reasonSentence(news.reason)}`);
    case 'order_sold':
      return words(t('Sold'), sale(news));
    case 'order_to_buy':
      return words(t('Order to fulfil'), `${sale(news)} ${t('Buy its gamepass before the deadline.')}`);
    case 'pre_order_matched':
      return words(t('Pre-order matched'), `${sale(news)} ${t('The gamepass is being bought.')}`);
    case 'trade_message':
      return words(t('New message'), WROTE[news.by]());
    case 'price_alert_met':
    case 'standing_order_skipped':
    case 'standing_order_paused':
      return wordsOfAlert(news);
    case 'deposit_credited':
    case 'deposit_reversed':
    case 'withdrawal_requested':
    case 'withdrawal_sent':
    case 'withdrawal_confirmed':
    case 'withdrawal_cancelled':
    case 'withdrawal_failed':
      return wordsOfTransfer(news);
    case 'wallet_corrected':
      return words(t('Wallet corrected'), whatWasCorrected(news));
    case 'account_off_sale':
    case 'accounts_paused':
    case 'stock_low':
    case 'price_rule_paused':
      return wordsOfAccounts(news);
    case 'trade_bought':
    case 'trade_delivered':
    case 'trade_disputed':
    case 'trade_completed':
    case 'trade_lost':
    case 'trade_refunded':
    case 'trade_cancelled':
    case 'trade_restored':
    case 'trade_seller_banned':
      return wordsOfTrade(news);
    default:
      return wordsOfSecurity(news);
  }
}

const WROTE = {
  buyer: () => t('The buyer wrote to you.'),
  seller: () => t('The seller wrote to you.'),
  staff: () => t('Sterling staff wrote to you. Please answer in the trade.'),
};

type TransferNews = Extract<News, { readonly code: `${'deposit' | 'withdrawal'}_${string}` }>;

function wordsOfTransfer(news: TransferNews): Words {
  const amount = usd(news.cents);
  switch (news.code) {
    case 'deposit_credited':
      return words(t('Deposit credited'), `${ltc(news.litoshi)} LTC, ${amount}.`);
    case 'deposit_reversed':
      return words(
        t('Deposit reversed'),
        t('The Litecoin network reversed {ltc} LTC, {usd}.', { ltc: ltc(news.litoshi), usd: amount }),
      );
    case 'withdrawal_requested':
      return words(
        t('Withdrawal requested'),
        `${t('{amount} to {address}.', { amount, address: news.address })} ${t('If this was not you, cancel it in your wallet, sign out everywhere else under Security and data, and tell our team.')}`,
      );
    case 'withdrawal_sent':
      return words(t('Withdrawal sent'), t('{amount} is on its way to your Litecoin address.', { amount }));
    case 'withdrawal_confirmed':
      return words(
        t('Withdrawal confirmed'),
        t('{amount} has arrived at your Litecoin address.', { amount }),
      );
    case 'withdrawal_cancelled':
      return words(t('Withdrawal cancelled'), withFeesBack(news.cents));
    case 'withdrawal_failed':
      return words(t('Withdrawal failed'), `${reasonSentence(news.reason)} ${withFeesBack(news.cents)}`);
  }
}

function whatWasCorrected({ cents, direction, wallet }: CorrectionNews): string {
  const amount = usd(cents);
  if (wallet === 'buyer')
    return direction === 'in'
      ? t('Our team added {amount} to your buyer wallet.', { amount })
      : t('Our team took {amount} from your buyer wallet.', { amount });
  return direction === 'in'
    ? t('Our team added {amount} to your seller wallet.', { amount })
    : t('Our team took {amount} from your seller wallet.', { amount });
}

type TradeNews = Extract<News, Trade>;

function wordsOfTrade({ code, cents, earnedCents, decided }: TradeNews): Words {
  const amount = usd(cents);
  const earned = usd(earnedCents);
  switch (code) {
    case 'trade_bought':
      return words(t('Listing sold'), t('The buyer paid {amount}. Please deliver.', { amount }));
    case 'trade_delivered':
      return words(t('Trade delivered'), t('Check what you received. Then confirm or dispute it.'));
    case 'trade_disputed':
      return words(t('Trade disputed'), t('Answer the buyer. Sterling staff will decide.'));
    case 'trade_completed':
      return decided
        ? words(
            t('Dispute decided'),
            t('Staff decided for you. {earned} is in your seller wallet.', { earned }),
          )
        : words(t('Trade completed'), t('{earned} is in your seller wallet.', { earned }));
    case 'trade_lost':
      return words(
        t('Dispute decided'),
        t('Staff decided for the seller, who was paid {earned}.', { earned }),
      );
    case 'trade_refunded':
      return decided
        ? words(
            t('Dispute decided'),
            t('Staff decided for you. {amount} is back in your wallet.', { amount }),
          )
        : words(t('Trade cancelled'), backInWallet(cents));
    case 'trade_cancelled':
      return decided
        ? words(t('Dispute decided'), t('Staff decided for the buyer, who got {amount} back.', { amount }))
        : words(
            t('Trade cancelled'),
            t('The buyer got {amount} back. Your listing is on sale again.', { amount }),
          );
    case 'trade_restored':
      return words(
        t('Check your trade'),
        t(
          'Sterling was restored to an earlier state. If you disputed or wrote in this trade since then, do it again.',
        ),
      );
    case 'trade_seller_banned':
      return words(
        t('Check your trade'),
        t('Its seller was banned. Confirm or dispute the delivery, or Sterling staff will decide.'),
      );
  }
}

/** News that something went wrong. */
export const isTrouble = (code: News['code']): boolean => TROUBLES.has(code);

const TROUBLES: ReadonlySet<News['code']> = new Set([
  'order_failed',
  'order_refused',
  'trade_disputed',
  'trade_lost',
  'trade_restored',
  'trade_seller_banned',
  'deposit_reversed',
  'standing_order_skipped',
  'standing_order_paused',
  'withdrawal_failed',
  'account_off_sale',
  'accounts_paused',
  'stock_low',
  'price_rule_paused',
  'factor_reset_requested',
  'passkey_copied',
  'webhook_switched_off',
]);

const sale = ({ robux, cents }: Order): string =>
  t('{robux} Robux for {price}.', { robux: whole(robux), price: usd(cents) });
const missing = ({ missingRobux, backCents }: MissingParts): string =>
  missingRobux === undefined
    ? ''
    : ` ${t('{robux} Robux were not bought.', { robux: whole(missingRobux) })} ${backInWallet(backCents!)}`;
const withFeesBack = (cents: number): string =>
  t('{amount} and its fees are back in your wallet.', { amount: usd(cents) });
const backInWallet = (cents: number): string => t('{amount} is back in your wallet.', { amount: usd(cents) });
