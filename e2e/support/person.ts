import { setTimeout as sleep } from 'node:timers/promises';
import type { GameAccount, Sandbox } from './sandbox.ts';

/** Someone who uses the API without a browser: a session and calls. */
export interface Person {
  readonly cookies: readonly Cookie[];
  call<Answer = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answered<Answer>>;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
}

export interface Answered<Answer> {
  readonly status: number;
  readonly body: Answer;
  readonly headers: Headers;
}

/** Signs in as a Discord person of the sandbox, following the redirects that a browser would. */
export async function signIn(origin: string, username: string): Promise<Person> {
  const begin = await fetchOnceRested(`${origin}/auth/discord`, { redirect: 'manual' });
  const authorize = new URL(begin.headers.get('location')!);
  authorize.searchParams.set('as', username);
  const approved = await fetch(authorize, { redirect: 'manual' });
  const finish = await fetchOnceRested(approved.headers.get('location')!, {
    redirect: 'manual',
    headers: { cookie: cookiesOf(begin) },
  });
  if (finish.status !== 302) throw new Error(`sign-in of ${username} answered ${finish.status}`);
  return personWith(origin, cookiesOf(finish));
}

/** Signs in and takes a role. */
export async function signInWithRole(
  origin: string,
  username: string,
  role: 'buyer' | 'seller',
): Promise<Person> {
  const person = await signIn(origin, username);
  const { body } = await person.call<{ id: string }>('GET', '/api/auth/user');
  await person.call('PUT', `/api/users/${body.id}`, { role });
  return person;
}

/** A deposit of a buyer, mined until it is credited. */
export async function deposit(buyer: Person, sandbox: Sandbox, ltc: number): Promise<void> {
  const before = await balanceOf(buyer);
  const { body } = await buyer.call<{ wallet: { ltcAddress: string } }>(
    'POST',
    '/api/wallet/generate-address',
    { walletType: 'buyer' },
  );
  await sandbox.pay(body.wallet.ltcAddress, ltc);
  await sandbox.mine(2);
  await eventually(
    () => balanceOf(buyer),
    (dollars) => dollars > before,
  );
}

/** Dollars in a wallet. */
export async function balanceOf(person: Person, walletType: 'buyer' | 'seller' = 'buyer'): Promise<number> {
  const { body } = await person.call<{ balance: number }>('GET', `/api/wallet?walletType=${walletType}`);
  return body.balance;
}

/** Puts a game account up for sale. */
export async function offer(seller: Person, account: GameAccount, ratePerThousand: string): Promise<string> {
  const { cookie } = account;
  const { status, body } = await seller.call<{ id: string }>('POST', '/api/roblox-accounts', {
    cookie,
    ratePerThousand,
  });
  if (status !== 201) throw new Error(`${account.username} was not added: ${JSON.stringify(body)}`);
  return body.id;
}

/** Calls with a cookie header; '' is nobody. */
export function personWith(origin: string, cookie: string): Person {
  return {
    cookies: cookie ? cookie.split('; ').map(cookieOf) : [],
    call: async <Answer>(
      method: string,
      path: string,
      body?: unknown,
      extra: Record<string, string> = {},
    ) => {
      const headers = {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...extra,
      };
      const answer = await fetchOnceRested(origin + path, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        headers: answer.headers,
        body: (text ? JSON.parse(text) : null) as Answer,
      };
    },
  };
}

const RESTS = 20;
const REST_MS = 1_000;

/** A product that is behind on a busy machine says so with a 503 before it does anything, and is asked again. */
async function fetchOnceRested(address: string, init: RequestInit): Promise<Response> {
  for (let rests = 0; ; rests += 1) {
    const answer = await fetch(address, init);
    if (answer.status !== 503 || rests === RESTS) return answer;
    await sleep(REST_MS);
  }
}

function cookieOf(pair: string): Cookie {
  const [name = '', ...value] = pair.split('=');
  return { name, value: value.join('=') };
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ');
}

/** Asks again until `done` says so; throws with the last answer after `seconds`. */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  done: (value: Value) => boolean,
  seconds = 60,
): Promise<Value> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await ask();
    if (done(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`still not so after ${seconds} s: ${JSON.stringify(value).slice(0, 500)}`);
    await sleep(150);
  }
}
