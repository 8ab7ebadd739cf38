import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { freshAddress } from '../../../test/payer.ts';
import { receivedOn } from '../../../test/restored-world.ts';
import { spendCoinOf } from '../../../test/rival.ts';
import { payRound } from '../../../test/rounds.ts';
import { acceptSpends } from '../../../test/spends.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';
import { credit } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { closeOvertaken } from '../../trade/reviews/reviews.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { proveBooks } from '../ledger/proof.ts';
import { decideWithdrawal } from './deciding.ts';
import { requestWithdrawal } from './withdrawals.ts';

/** A miner of litecoind takes a replacement that its mempool would refuse. */
const LITECOIND = CHAINS.filter(({ name }) => name === 'litecoind');

describe.each(LITECOIND)(
  'a withdrawal in the mempool whose coin a block spends otherwise, on $name',
  ({ open }) => {
    let chain: TestChain;
    let world: TreasuryWorld;
    let sela: string;
    beforeAll(async () => {
      chain = await open();
      world = await openTreasuryWorld(chain);
      await world.setPrice(8_500);
      await chain.pay({ address: world.hotAddress, ltc: 2 });
      await world.mine(6);
      sela = (await world.person('sela')).id;
      await credit(world.database.db, sela, 10_000, { wallet: 'seller' });
    });
    afterAll(async () => {
      await world.close();
      await chain.close();
    });

    const row = (id: string) =>
      world.database.db.selectFrom('withdrawals').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    const reject = (id: string) =>
      inTransaction(world.database.db, async (tx) => {
        await closeOvertaken(tx, 'withdrawal', id);
        await decideWithdrawal(tx, id, { decision: 'reject', reason: 'replaced' });
      });

    test('rare day 24: is evicted, reviewed, and refunded only when the other spend is 6 deep', async () => {
      const { db } = world.database;
      const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
      const { id } = await inTransaction(db, (tx) =>
        requestWithdrawal(tx, { id: sela, isOwner: false }, wish, 'regtest'),
      );
      await payRound(world.sweeping);
      const { txid } = await row(id);
      expect(await chain.node.mempool()).toEqual([txid]);
      const mined = async (hex: string) => {
        const miner = await chain.rpc('getnewaddress', '', 'bech32');
        await chain.rpc('generateblock', miner, [hex]);
        return { kind: 'accepted' as const };
      };
      await spendCoinOf({ ...world.sweeping, node: { ...chain.node, broadcast: mined } }, txid!);
      expect(await chain.node.mempool()).toEqual([]);

      await world.scan();
      await payRound(world.sweeping);
      expect((await row(id)).state).toBe('broadcast');
      await acceptSpends(db, world.ownerId);
      await payRound(world.sweeping);
      expect(await row(id)).toMatchObject({ state: 'needs_review', facts: { answer: 'missingInputs' } });
      await expect(reject(id)).rejects.toMatchObject({ code: 'payment_possible' });
      await world.mine(5);
      await reject(id);
      expect((await row(id)).state).toBe('failed');
      expect(await walletBalance(db, sela, 'seller')).toMatchObject({ posted: 10_000, held: 0 });
      expect(await receivedOn(chain, wish.ltcAddress)).toEqual([]);
      expect(await proveBooks(db)).toEqual([]);
    });
  },
);
