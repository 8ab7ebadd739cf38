import type { Db } from '../../platform/db/pool.ts';
import { eachAlone } from '../../platform/loop.ts';
import type { Signer } from '../litecoin/signer.ts';
import { blockIn, reserveMessage } from './messages.rules.ts';

const MAX_PER_RUN = 200;

/**
 * Signs a message for each hot address of the snapshots. Runs in the signer. The signer composes the message from an address
 * that it derives from the seed, so a forged row cannot make it sign any other text. A failure delays none of the others.
 */
export async function signHotMessages({ db, signer }: { db: Db; signer: Signer }): Promise<void> {
  await eachAlone(
    await unsignedAddresses(db),
    async ({ snapshotId, address, branch, index, height, hash }) => {
      const path = { account: 'hot', branch, index } as const;
      if (signer.keys.addressAt(path).address !== address)
        throw new Error(`the seed does not give the hot address ${address}`);
      const message = reserveMessage(address, { height, hash });
      if (!blockIn(message, address)) throw new Error(`the snapshot ${snapshotId} names no block`);
      await db
        .updateTable('reserveAddresses')
        .set({ message, signature: signer.signHotMessage(message, path) })
        .where('snapshotId', '=', snapshotId)
        .where('address', '=', address)
        .where('signature', 'is', null)
        .execute();
    },
  );
}

/** Those of the newest snapshot come first. */
function unsignedAddresses(db: Db) {
  return db
    .selectFrom('reserveAddresses as r')
    .innerJoin('reserveSnapshots as s', 's.id', 'r.snapshotId')
    .innerJoin('addresses as a', 'a.address', 'r.address')
    .where('a.account', '=', 'hot')
    .where('r.signature', 'is', null)
    .orderBy('s.at', 'desc')
    .orderBy('r.address')
    .limit(MAX_PER_RUN)
    .select(['r.snapshotId', 'r.address', 'a.branch', 'a.index', 's.height', 's.hash'])
    .execute();
}
