import { api } from '@sterling/contract/api.ts';
import type { Cents, Litoshi } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { needsCheck } from '../../people/sessions/sessions.reads.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import type { Services } from '../../services.ts';
import { cancelOwnWithdrawal } from './stopping.ts';
import type { WithdrawalRow } from './withdrawals.reads.ts';
import { shownStatus } from './withdrawals.rules.ts';
import { payableAddress, requestWithdrawal } from './withdrawals.ts';

/** Withdrawals of a seller wallet. */
export function withdrawalRoutes({ db, config }: Pick<Services, 'db' | 'config'>): Route[] {
  const { network } = config.litecoin;
  return [
    handle(api.withdrawals.checkAddress, async ({ body }) => {
      const { address } = await payableAddress(db, body.ltcAddress, network);
      return { success: true as const, ltcAddress: address };
    }),
    handle(api.withdrawals.request, ({ user, body, once }) =>
      once(async (tx) => {
        const row = await requestWithdrawal(tx, { ...user, needsCheck: needsCheck(user) }, body, network);
        return {
          success: true as const,
          message: row.reason === null ? t('Your withdrawal is on its way') : translateStored(row.reason),
          withdrawal: withdrawalReply(row),
        };
      }),
    ),
    handle(api.withdrawals.cancel, ({ user, params, once }) =>
      once(async (tx) => {
        await cancelOwnWithdrawal(tx, user.id, params.id);
        return { success: true as const, message: t('Withdrawal cancelled') };
      }),
    ),
  ];
}

function withdrawalReply(row: WithdrawalRow) {
  return {
    id: row.id,
    status: shownStatus(row.state),
    amount: row.amountCents as Cents,
    ltcAmount: row.litoshi as Litoshi,
    ltcAddress: row.address,
    feePercentage: row.feePercent,
    percentageFee: row.percentageFeeCents as Cents,
    networkFee: row.networkFeeCents as Cents,
    totalDeducted: row.totalCents as Cents,
    ...(row.waitsUntil && { sendAfter: row.waitsUntil }),
  };
}
