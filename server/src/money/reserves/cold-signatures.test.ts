import { createHash } from 'node:crypto';
import { p2wpkh } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COLD, COLD_KEY, openReservesWorld, type ReservesWorld } from '../../../test/reserves-world.ts';
import { signMessage } from '../litecoin/signed-messages.ts';

let world: ReservesWorld;
beforeAll(async () => {
  world = await openReservesWorld();
  await world.publish(true);
  await world.snapshot();
});
afterAll(() => world.close());

describe('the cold storage', () => {
  const upload = (body: object) => world.owner.call('POST', '/api/admin/reserves/cold-signatures', body);
  const request = async () => {
    const { cold: addresses } = await world.overview();
    return { address: addresses[0]!.address, message: addresses[0]!.message! };
  };

  test('is not counted without a signature', async () => {
    expect(await request()).toMatchObject({ address: COLD.address });
    expect((await world.page()).reservesLtc).toBe(2);
  });

  test('access 20: refuses a signature of another key, message, address or block', async () => {
    const { address, message } = await request();
    const sign = (text: string, key = COLD_KEY) => signMessage(text, COLD.script, key);
    const other = createHash('sha256').update('another key').digest();
    const foreign = signMessage(message, p2wpkh(pubECDSA(other)).script, other);
    const hot = (await world.page()).addresses[0]!;
    const wrong = [
      { address, message, signature: foreign },
      { address, message, signature: sign(`${message}.`) },
      { address, message, signature: 'rubbish' },
      { address, message: 'I owe nothing', signature: sign('I owe nothing') },
      {
        address,
        message: message.replace(/block \d+/, 'block 1'),
        signature: sign(message.replace(/block \d+/, 'block 1')),
      },
      { address: hot.address, message: hot.message, signature: hot.signature },
    ];
    for (const body of wrong)
      expect(await upload(body)).toMatchObject({ status: 400, body: { code: 'invalid_signature' } });
    expect((await world.page()).addresses.map(({ wallet }) => wallet)).toEqual(['hot']);
  });

  test('is shown and counted with a right signature, which stands in the audit log', async () => {
    const { address, message } = await request();
    const signature = signMessage(message, COLD.script, COLD_KEY);
    // the chain goes on while the owner signs
    await world.mine();
    expect((await upload({ address, message, signature })).status).toBe(200);
    await expect.poll(async () => (await world.page()).reservesLtc).toBe(7);
    expect((await world.page()).addresses[1]).toEqual({
      address,
      wallet: 'cold',
      ltc: 5,
      message,
      signature,
    });
    expect((await world.overview()).cold).toMatchObject([
      { address, ltc: 5, signed: { message, signature } },
    ]);
    const { rows } = await world.database.asOwner(
      `select actor_id, subject_id from audit_log where action = 'reserves.signed'`,
    );
    expect(rows).toEqual([{ actor_id: world.owner.id, subject_id: address }]);
  });
});

test('the page is gone as soon as the owner stops publishing', async () => {
  await world.publish(false);
  await expect.poll(async () => (await world.visit()).status).toBe(404);
  expect((await world.nova.call('GET', '/api/reserves/proof')).status).toBe(404);
});
