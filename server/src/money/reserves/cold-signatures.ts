import { phrase } from '@sterling/contract/texts.ts';
import { record } from '../../platform/audit/audit.ts';
import { moment, type Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import type { NetworkName } from '../litecoin/network.ts';
import { isMessageSigned } from '../litecoin/signed-messages.ts';
import { blockIn } from './messages.rules.ts';

interface ColdSignature {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}

/**
 * Stores the signature of a cold address after checking it, and writes an audit entry. It replaces an earlier one. Refuses with
 * invalid_signature and the reason.
 */
export async function recordColdSignature(
  tx: Tx,
  ownerId: string,
  { address, message, signature }: ColdSignature,
  network: NetworkName,
): Promise<void> {
  const known = await tx
    .selectFrom('addresses')
    .where('address', '=', address)
    .where('account', '=', 'cold')
    .select('address')
    .executeTakeFirst();
  if (!known) refuse('invalid_signature', { hint: phrase('This is not an address of the cold storage.') });
  const block = blockIn(message, address);
  if (!block || !(await isApplied(tx, block)))
    refuse('invalid_signature', {
      hint: phrase(
        'The message is not one of ours, or its block was replaced. Sign the message that is shown.',
      ),
    });
  if (!isMessageSigned(address, message, signature, network))
    refuse('invalid_signature', {
      hint: phrase('Sign exactly the message that is shown, with the key of this address.'),
    });
  const row = { message, signature, at: moment };
  await tx
    .insertInto('coldSignatures')
    .values({ address, ...row })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(row))
    .execute();
  await record(tx, {
    actorId: ownerId,
    action: 'reserves.signed',
    subjectId: address,
    after: { message, signature },
  });
}

async function isApplied(tx: Tx, { height, hash }: { height: number; hash: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('chainBlocks')
    .where('height', '=', height)
    .where('hash', '=', hash)
    .select('height')
    .executeTakeFirst();
  return row !== undefined;
}
