import { cents } from '@sterling/contract/money.ts';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLOSEST_CHAIN } from '../../../test/chain.ts';
import { freshAddress } from '../../../test/payer.ts';
import { payRound } from '../../../test/rounds.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';
import { credit } from '../../../test/wallets.ts';
import type { LitecoinNode } from '../../outside/litecoin-node.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { SEND_AGAIN_AFTER_MS, sendUnmined } from './sending.jobs.ts';
import { signApproved } from './signing.jobs.ts';
import { requestWithdrawal } from './withdrawals.ts';

describe(`a withdrawal that the node refuses on ${CLOSEST_CHAIN.name}`, () => {
  let chain: TestChain;
  let world: TreasuryWorld;
  let id: string;
  let logged: string[] = [];
  beforeAll(async () => {
    chain = await CLOSEST_CHAIN.open();
    world = await openTreasuryWorld(chain);
    await world.setPrice(8_500);
    await chain.pay({ address: world.hotAddress, ltc: 2 });
    await world.mine(6);
  });
  beforeEach(async () => {
    const { db } = world.database;
    const seller = { id: (await world.person('sela')).id, isOwner: false };
    await credit(db, seller.id, 10_000, { wallet: 'seller' });
    const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
    const asked = await inTransaction(db, (tx) => requestWithdrawal(tx, seller, wish, 'regtest'));
    id = asked.id;
    logged = [];
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });

  const withNode = (changed: Partial<LitecoinNode>) => {
    const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line).msg) });
    return { ...world.sweeping, log, node: { ...chain.node, ...changed } };
  };
  const row = () =>
    world.database.db.selectFrom('withdrawals').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

  test('is not signed while the mempool takes only fees above the highest rate', async () => {
    let tested = 0;
    const signing = withNode({
      minimumFeeRate: async () => 101,
      testAccept: async () => {
        tested += 1;
        return { allowed: false, reason: 'mempool min fee not met' };
      },
    });
    for (let runs = 0; runs < 3; runs += 1) await signApproved(signing);
    expect(await row()).toMatchObject({
      state: 'approved',
      reason: 'The fees of the Litecoin network are too high at the moment',
    });
    expect([tested, logged]).toEqual([0, []]);
    await payRound(world.sweeping);
    expect(await row()).toMatchObject({ state: 'broadcast', reason: null });
  });

  test('before it is signed is logged once for each reason', async () => {
    const signing = withNode({ testAccept: async () => ({ allowed: false, reason: 'dust' }) });
    for (let runs = 0; runs < 3; runs += 1) await signApproved(signing);
    expect(logged).toEqual(['litecoin: the node rejected an unsent payment']);
    await payRound(world.sweeping);
    expect(await row()).toMatchObject({ state: 'broadcast' });
  });

  test('after it is signed is sent again after a minute and logged once', async () => {
    await signApproved(world.sweeping);
    let sent = 0;
    const sending = withNode({
      broadcast: async () => {
        sent += 1;
        return { kind: 'rejected', code: -26, message: 'mempool min fee not met' };
      },
    });
    const run = () => sendUnmined(sending, new Date(Date.now() - SEND_AGAIN_AFTER_MS));
    for (let runs = 0; runs < 3; runs += 1) await run();
    expect(await row()).toMatchObject({ state: 'signed' });
    expect([sent, logged]).toEqual([1, ['litecoin: the node rejected a payment']]);
    await world.database.asOwner(
      `update withdrawals set sent_at = sent_at - interval '1 minute' where id = $1`,
      [id],
    );
    await run();
    expect([sent, logged.length]).toEqual([2, 1]);
    await payRound(world.sweeping);
    expect(await row()).toMatchObject({ state: 'broadcast', reason: null });
  });
});
