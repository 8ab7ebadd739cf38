import type { ReviewKind } from '@sterling/contract/reviews.ts';
import { t } from '@sterling/contract/texts.ts';

/** What a decision does, in words. */
export interface Effect {
  readonly label: string;
  /** The question that the dialog asks. By default the label and the item. */
  readonly question?: string;
  /** What the toast says afterwards. By default the item and the effect. */
  readonly done?: string;
  /** One sentence on the effect of the decision. */
  readonly effect: string;
  /** Takes something away. */
  readonly danger?: true;
  /** What the reason field says about its readers. By default only the audit log keeps the reason. */
  readonly readers?: string;
}

export interface Effects {
  /** Missing where only approval is possible. */
  readonly reject?: Effect;
  readonly approve: Effect;
}

/** Of a report about an account that a seller had when it was reported. */
export const REPORT_WITH_ACCOUNT: Effects = {
  reject: {
    label: t('Keep the account'),
    effect: t('The account stays on sale. If the report was proved, its seller may add it again.'),
  },
  approve: {
    label: t('Remove the account'),
    effect: t('The account is permanently taken off sale and its cookie is erased.'),
    danger: true,
  },
};

/** Nobody sold the account when it was reported. The report may have been proved since, for a new account. */
export const REPORT_WITHOUT_ACCOUNT: Effects = {
  reject: {
    label: t('Reject the report'),
    effect: t('The report is closed. A seller who lost the account because of it may add it again.'),
  },
  approve: {
    label: t('Accept the report'),
    effect: t('The report is closed. A seller who lost the account because of it cannot add it again.'),
  },
};

/** The choices of a review that stops payouts. Both close it. */
const stop = (accepted: string): Effects => ({
  reject: {
    label: t('Stop everything'),
    effect: t('Starts the emergency shutdown. Lift it when you know the cause.'),
    danger: true,
  },
  approve: { label: t('Accept'), effect: t('Payouts continue. {accepted}', { accepted }) },
});

/** The choices of the kinds whose facts change neither label nor effect. */
export const FIXED_CHOICES: Partial<Record<ReviewKind, Effects>> = {
  reversal: {
    reject: {
      label: t('Keep earnings on hold'),
      effect: t('Affected earnings stay on hold until the buyer repays.'),
    },
    approve: {
      label: t('Absorb the loss'),
      effect: t('The platform absorbs the loss and sellers can withdraw.'),
      danger: true,
    },
  },
  house_payment: {
    reject: {
      label: t('Give up'),
      effect: t(
        'It is not sent again, and its coins are free for the next payment. Withdrawals that build on it are cancelled and refunded.',
      ),
      danger: true,
    },
    approve: { label: t('Send again'), effect: t('The same transaction is given to the network once more.') },
  },
  off_platform: {
    reject: {
      label: t('Remove the accounts'),
      effect: t("All of the seller's accounts are permanently taken off sale and their cookies are erased."),
      danger: true,
    },
    approve: { label: t('Reinstate seller'), effect: t('The accounts of the seller are on sale again.') },
  },
  foreign_spend: stop(t('Only another transaction without our signature stops them again.')),
  book_difference: stop(t('Only a new or larger difference stops them again.')),
  coin_difference: stop(t('Only a new or larger difference stops them again.')),
  low_reserves: stop(t('Only a lower percentage stops them again.')),
  ownerless_deposit: {
    approve: {
      label: t('Keep it'),
      effect: t(
        'Sterling keeps the coins, and no user is credited. If you know whose deposit it was, credit them with a correction first.',
      ),
    },
  },
  restore: {
    approve: {
      label: t('Confirm the comparison'),
      effect: t(
        'Withdrawals that the chain shows as paid get their payment, and the signer signs again once you lift the shutdown. Correct the balances of lost payments first.',
      ),
    },
  },
};
