import { litoshi } from '@sterling/contract/money.ts';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import type { Person } from '../../../test/chain-world.ts';
import { setSetting } from '../../../test/settings.ts';
import { acceptSpends } from '../../../test/spends.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { listReviews } from '../../trade/reviews/reviews.reads.ts';
import { closeDecided } from '../../trade/reviews/reviews.ts';
import { CAPITAL_PATH } from '../litecoin/keys.ts';
import { buildPayment } from '../withdrawals/payment.ts';
import { runTreasuryOnce } from './treasury.jobs.ts';
import { reserves } from './treasury.reads.ts';
import { decideHousePayment } from './treasury.ts';

const COIN = 100_000_000;

describe.each(CHAINS)('automatic internal transfers on $name', ({ open }) => {
  let chain: TestChain;
  let world: TreasuryWorld;
  let buyer: Person;
  beforeAll(async () => {
    chain = await open();
    world = await openTreasuryWorld(chain);
    await world.setPrice(8_500);
    buyer = await world.person('bea');
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });
  beforeEach(() => schedule(null));

  const schedule = (everyHours: number | null) => set('sweep_schedule', { everyHours });
  const set = (key: string, value: object) => setSetting(world.database, key, value);
  const sweeps = () => world.database.db.selectFrom('sweeps').orderBy('createdAt').selectAll().execute();
  const passHours = (hours: number) =>
    world.database.asOwner(
      `set session_replication_role = replica; update sweeps set created_at = created_at - interval '${hours} hours'`,
    );
  /** Creates one settled coin per amount. */
  async function settled(...amounts: number[]): Promise<void> {
    const outputs = [];
    for (const ltc of amounts) outputs.push({ address: await world.anotherAddress(buyer), ltc });
    await chain.pay(...outputs);
    await world.mine(12);
  }

  describe('a sweep on schedule', () => {
    test('starts automatically once per interval and sweeps settled coins', async () => {
      await world.look();
      expect(await sweeps()).toEqual([]);
      await schedule(6);
      await Promise.all([world.look(), world.look(), world.look()]);
      expect(await sweeps()).toMatchObject([{ state: 'nothing', requestedBy: null }]);
      await settled(1);
      await world.look();
      await passHours(5.9);
      await world.look();
      expect(await sweeps()).toHaveLength(1);
      await passHours(0.2);
      await Promise.all([world.look(), world.look()]);
      const [, sweep, ...more] = await sweeps();
      expect([sweep, more]).toMatchObject([{ state: 'signed', requestedBy: null }, []]);
      expect(await chain.node.mempool()).toEqual([sweep!.txid]);
      // the sweep is not mined yet: the next one has to wait, even when it is overdue
      await passHours(100);
      await world.look();
      expect(await sweeps()).toHaveLength(2);
      await world.mine(1);
      expect(await reserves(world.database.db)).toMatchObject({ deposit: 0 });
    });

    test('S7.04 counts a sweep that the owner requested', async () => {
      await passHours(100);
      await world.wish();
      await schedule(1);
      await world.look();
      const before = await sweeps();
      await world.look();
      expect(await sweeps()).toEqual(before);
      expect(before.at(-1)).toMatchObject({ state: 'nothing', requestedBy: world.ownerId });
    });

    test('waits during an emergency stop and while the node is not trusted', async () => {
      await passHours(100);
      await schedule(1);
      const before = await sweeps();
      await set('emergency_shutdown', { enabled: true });
      await world.look();
      await set('emergency_shutdown', { enabled: false });
      await set('chain_guards', { enabled: true });
      await world.scan({ ...chain.node, peers: async () => 0 });
      await world.look();
      expect(await sweeps()).toEqual(before);
      await set('chain_guards', { enabled: false });
      await world.scan();
      await world.look();
      expect(await sweeps()).toHaveLength(before.length + 1);
    });
  });

  describe('a sweep that the node cannot take', () => {
    const reviews = async (state: 'open' | 'overtaken' = 'open') =>
      (await listReviews(world.database.db, { kind: 'house_payment', state })).rows;
    const silent = () => ({
      ...chain.node,
      broadcast: async () => ({ kind: 'unclear' as const, message: 'lost' }),
    });

    async function signed(): Promise<string> {
      const { id } = await world.wish();
      await world.look(silent());
      return (await world.sweep(id)).txid!;
    }

    /** Spends one of its coins to the hot wallet, like another holder of the key. */
    async function spendElsewhere(txid: string): Promise<void> {
      const coin = await world.database.db
        .selectFrom('chainOutputs as o')
        .innerJoin('addresses as a', 'a.address', 'o.address')
        .where('o.reservedBy', '=', txid)
        .orderBy('o.litoshi')
        .select(['o.txid', 'o.n', 'o.litoshi', 'a.script', 'a.branch', 'a.index'])
        .executeTakeFirstOrThrow();
      const input = { ...coin, value: litoshi(coin.litoshi), unminedDepth: 0 };
      const { script } = world.keys.addressAt(CAPITAL_PATH);
      const payee = { script, amount: litoshi(coin.litoshi - 5_000) };
      const rival = buildPayment({ inputs: [input], payee, kept: [], fee: litoshi(5_000) });
      world.signer.signP2wpkh(rival, [{ account: 'deposit', branch: coin.branch, index: coin.index }]);
      expect(await chain.node.broadcast(rival.hex)).toEqual({ kind: 'accepted' });
    }

    async function decide(decision: 'approve' | 'reject'): Promise<void> {
      const [review] = await reviews();
      await inTransaction(world.database.db, async (tx) => {
        await closeDecided(tx, review!.id, { decision, reason: 'looked into', decidedBy: world.ownerId });
        await decideHousePayment(tx, review!.subjectId, decision);
      });
    }

    test('waits for the owner with all facts; when it is rejected, its other coins are swept again', async () => {
      await settled(1, 2);
      const txid = await signed();
      await spendElsewhere(txid);
      await world.look();
      expect(await reviews()).toMatchObject([
        { facts: { kind: 'sweep', txid, minedHeight: null, nodeSaid: { answer: 'conflict' } }, userId: null },
      ]);
      await world.mine(1);
      await acceptSpends(world.database.db, world.ownerId);
      for (let looks = 0; looks < 2; looks += 1) await world.look();
      expect(await reviews()).toHaveLength(1);

      await decide('approve');
      await world.look();
      expect(await reviews()).toMatchObject([{ facts: { nodeSaid: { answer: 'missingInputs' } } }]);
      await decide('reject');
      await world.look();
      expect(await reviews()).toEqual([]);
      const { id } = await world.wish();
      await world.look();
      const next = await world.sweep(id);
      expect(next).toMatchObject({ state: 'signed' });
      expect(next.litoshi).toBeGreaterThan(2 * COIN - 5_000);
      await world.mine(1);
      expect(await reserves(world.database.db)).toMatchObject({ deposit: 0 });
    });

    test('is logged once for each answer of the node', async () => {
      await settled(1);
      await signed();
      const logged: string[] = [];
      const log = pino({}, { write: (line) => void logged.push(JSON.parse(line).answer.message) });
      const rejections = new Map<string, string>();
      for (const message of ['too low', 'too low', 'too low', 'too long', 'too long']) {
        const node = {
          ...chain.node,
          broadcast: async () => ({ kind: 'rejected' as const, code: -26, message }),
        };
        await runTreasuryOnce({ db: world.database.db, node, log }, new Date(), rejections);
      }
      expect(logged).toEqual(['too low', 'too long']);
      await world.look();
      await world.mine(1);
    });

    test('but that is mined later closes its review', async () => {
      await settled(1);
      const txid = await signed();
      await world.look({ ...chain.node, broadcast: async () => ({ kind: 'conflict' as const }) });
      expect(await reviews()).toHaveLength(1);
      const { hex } = await world.database.db
        .selectFrom('ownTransactions')
        .where('txid', '=', txid)
        .select('hex')
        .executeTakeFirstOrThrow();
      expect(await chain.node.broadcast(hex!)).toEqual({ kind: 'accepted' });
      await world.mine(1);
      expect(await reviews()).toEqual([]);
      expect((await reviews('overtaken')).map(({ facts }) => facts.txid)).toContain(txid);
      // when its block is replaced, it is sent again like any other
      await chain.reorg(1, [txid]);
      await world.scan();
      await world.look();
      await world.mine(1);
      expect(await reserves(world.database.db)).toMatchObject({ deposit: 0 });
    });
  });
});
