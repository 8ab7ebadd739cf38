import { t } from '@sterling/contract/texts.ts';
import { usd, whole } from '../../platform/formats.rules.ts';
import { reasonSentence, type Words, words } from './words.rules.ts';

/** What happened to a price alert or a standing order. */
export type AlertNews =
  | {
      readonly code: 'price_alert_met';
      readonly robux: number;
      readonly rateCents: number;
      /** Robux for sale at this rate or less. */
      readonly metRobux: number;
    }
  | ({ readonly code: 'standing_order_skipped' | 'standing_order_paused' } & Round);

interface Round {
  readonly robux: number;
  /** Name of the gamepass. */
  readonly gamepass: string;
  readonly reason: string;
}

export function wordsOfAlert(news: AlertNews): Words {
  switch (news.code) {
    case 'price_alert_met':
      return words(
        t('Price alert'),
        t('{robux} Robux are for sale at {rate} per {per} or less.', {
          robux: whole(news.metRobux),
          rate: usd(news.rateCents),
          per: whole(1_000),
        }),
      );
    case 'standing_order_skipped':
      return words(t('Standing order skipped'), `${roundText(news)} ${t('We try again next week.')}`);
    case 'standing_order_paused':
      return words(
        t('Standing order paused'),
        `${roundText(news)} ${t('Three weeks in a row were skipped. Resume it on the buy page.')}`,
      );
  }
}

const roundText = ({ robux, gamepass, reason }: Round): string =>
  `${whole(robux)} Robux, ${gamepass}: ${reasonSentence(reason)}`;
