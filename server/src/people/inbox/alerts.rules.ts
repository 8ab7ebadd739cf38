import { amount, stop, usd, type Words, words } from './words.rules.ts';

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
        'Price alert',
        `${amount(news.metRobux)} Robux are for sale at ${usd(news.rateCents)} per 1,000 or less.`,
      );
    case 'standing_order_skipped':
      return words('Standing order skipped', `${roundText(news)} It is tried again next week.`);
    case 'standing_order_paused':
      return words(
        'Standing order paused',
        `${roundText(news)} Three rounds in a row were skipped. Resume it on the buy page.`,
      );
  }
}

const roundText = ({ robux, gamepass, reason }: Round): string =>
  `${amount(robux)} Robux, ${gamepass}: ${stop(reason)}`;
