import { cents } from '@sterling/contract/money.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { setEmergencyStop } from '../../../test/settings.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { requestWithdrawal } from './withdrawals.ts';

const PAUSED = 'Payouts are paused, because all payments are stopped';

let world: PayerWorld;
let sela: string;
beforeEach(async () => {
  world = await openPayerWorld({ coins: 4 });
  sela = await makePerson(world.db, 'sela');
  await credit(world.db, sela, 100_000, { wallet: 'seller' });
});
afterEach(() => world.close());

const ask = () =>
  inTransaction(world.db, (tx) => {
    const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
    return requestWithdrawal(tx, { id: sela, isOwner: false }, wish, 'regtest');
  });
const rows = () =>
  world.db.selectFrom('withdrawals').orderBy('createdAt').select(['state', 'reason']).execute();

describe('rare day 20: an emergency stop that begins during a round', () => {
  test('keeps the next withdrawal unsigned', async () => {
    for (let count = 0; count < 3; count += 1) await ask();
    let signings = 0;
    const node: PayerWorld['node'] = {
      ...world.node,
      async estimateFeeRate(blocks) {
        signings += 1;
        if (signings === 2) await setEmergencyStop(world.database, true);
        return world.node.estimateFeeRate(blocks);
      },
    };
    await world.payRound(node);
    const [first, ...others] = await rows();
    expect(first).toEqual({ state: 'signed', reason: PAUSED });
    expect(others).toEqual(Array(2).fill({ state: 'approved', reason: PAUSED }));
    expect(signings).toBe(2);
    expect(await world.node.mempool()).toEqual([]);
    await setEmergencyStop(world.database, false);
    await world.payRound();
    expect(await rows()).toEqual(Array(3).fill({ state: 'broadcast', reason: null }));
  });

  test('keeps the next signed withdrawal from being sent', async () => {
    for (let count = 0; count < 3; count += 1) await ask();
    const node: PayerWorld['node'] = {
      ...world.node,
      async broadcast(hex) {
        const answer = await world.node.broadcast(hex);
        await setEmergencyStop(world.database, true);
        return answer;
      },
    };
    await world.payRound(node);
    await world.payRound();
    expect(await rows()).toEqual([
      { state: 'broadcast', reason: null },
      { state: 'signed', reason: PAUSED },
      { state: 'signed', reason: PAUSED },
    ]);
    expect(await world.node.mempool()).toHaveLength(1);
    await setEmergencyStop(world.database, false);
    await world.payRound();
    expect(await rows()).toEqual(Array(3).fill({ state: 'broadcast', reason: null }));
    expect(await world.node.mempool()).toHaveLength(3);
  });
});
