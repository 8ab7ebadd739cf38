import type { ApiScope } from '@sterling/contract/endpoint.ts';
import { inTransaction } from '../src/platform/db/pool.ts';
import { type Called, type Caller, caller, type TestApp } from './app.ts';
import { enrolApp } from './factors.ts';

export interface TestCredential {
  readonly id: string;
  readonly token: string;
  /** Calls the server with the token. */
  readonly call: Caller['call'];
}

/** Creates an API credential of a person who has passed a check. */
export async function createCredential(
  world: Pick<TestApp, 'app'>,
  who: Pick<Caller, 'call'>,
  scopes: readonly ApiScope[],
  more: { readonly name?: string; readonly networks?: readonly string[]; readonly expiresAt?: string } = {},
): Promise<TestCredential> {
  const { status, body } = await who.call('POST', '/api/credentials', { name: 'Bot', scopes, ...more });
  if (status !== 201) throw new Error(`answered ${status}: ${body.message}`);
  const { credential, token } = body as unknown as { credential: { id: string }; token: string };
  return { id: credential.id, token, call: bearer(world, token) };
}

/** A person with an authenticator app and a credential. */
export async function personWithCredential(
  world: TestApp,
  name: string,
  scopes: readonly ApiScope[],
  role: 'buyer' | 'seller' | 'admin' = 'buyer',
  isOwner = false,
): Promise<{ person: Caller; bot: TestCredential }> {
  const person = await world.signIn(name, role, isOwner);
  await enrolApp(person);
  return { person, bot: await createCredential(world, person, scopes) };
}

/** Calls the server with an API token. */
export const bearer = ({ app }: Pick<TestApp, 'app'>, token: string): Caller['call'] => {
  const { call } = caller(app, '');
  return (method, path, body, headers = {}): Promise<Called> =>
    call(method, path, body, { authorization: `Bearer ${token}`, ...headers });
};

/** Changes a stored credential as the database's owner, such as its expiry. */
export const changeCredential = (
  world: Pick<TestApp, 'services'>,
  id: string,
  set: object,
): Promise<unknown> =>
  inTransaction(world.services.db, (tx) =>
    tx.updateTable('apiCredentials').set(set).where('id', '=', id).execute(),
  );
