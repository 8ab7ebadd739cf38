import { setTimeout as sleep } from 'node:timers/promises';
import type { GameAccount, Sandbox } from './sandbox.ts';

/** A user of the API without a browser: a session and calls. */
export interface Person {
  readonly cookies: readonly Cookie[];
  call<Answer = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer<Answer>>;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
}

export interface ApiAnswer<Answer> {
  readonly status: number;
  readonly body: Answer;
  readonly headers: Headers;
}

/** Signs in as a Discord user of the sandbox, with the redirects of a browser. */
export async function signIn(origin: string, username: string): Promise<Person> {
  const started = await fetchWhenReady(`${origin}/auth/discord`, { redirect: 'manual' });
  const authorize = new URL(started.headers.get('location')!);
  authorize.searchParams.set('as', username);
  const approved = await fetch(authorize, { redirect: 'manual' });
  const finished = await fetchWhenReady(approved.headers.get('location')!, {
    redirect: 'manual',
    // each name signs in from one device, so that nobody is told about a new one
    headers: { cookie: `${cookiesOf(started)}; sterling-device=story-of-${username}` },
  });
  if (finished.status !== 302) throw new Error(`the sign-in of ${username} answered ${finished.status}`);
  return personWith(origin, cookiesOf(finished));
}

/** Signs in and chooses a role. */
export async function signInWithRole(
  origin: string,
  username: string,
  role: 'buyer' | 'seller',
): Promise<Person> {
  const person = await signIn(origin, username);
  const { body } = await person.call<{ id: string }>('GET', '/api/auth/user');
  const { status } = await person.call('PUT', `/api/users/${body.id}`, { role });
  if (status !== 200) throw new Error(`the choice of a role by ${username} answered ${status}`);
  return person;
}

/** Makes a deposit for a buyer and waits until it is credited. */
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

/** The balance of a wallet in dollars. */
export async function balanceOf(person: Person, walletType: 'buyer' | 'seller' = 'buyer'): Promise<number> {
  const { body } = await person.call<{ balance: number }>('GET', `/api/wallet?walletType=${walletType}`);
  return body.balance;
}

/** Puts a Roblox account up for sale. Returns its id. */
export async function offer(seller: Person, account: GameAccount, ratePerThousand: string): Promise<string> {
  const { cookie } = account;
  const { status, body } = await seller.call<{ id: string }>('POST', '/api/roblox-accounts', {
    cookie,
    ratePerThousand,
  });
  if (status !== 201) throw new Error(`${account.username} was not added: ${JSON.stringify(body)}`);
  return body.id;
}

/** A person with these cookies. '' means no session. */
export function personWith(origin: string, given: string): Person {
  let cookie = given;
  return {
    get cookies() {
      return cookie ? cookie.split('; ').map(cookieOf) : [];
    },
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
      const answer = await fetchWhenReady(origin + path, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      // a change of role renews the session
      const renewed = cookiesOf(answer);
      if (/^[\w-]+=./.test(renewed)) cookie = renewed;
      const text = await answer.text();
      return {
        status: answer.status,
        headers: answer.headers,
        body: (text ? JSON.parse(text) : null) as Answer,
      };
    },
  };
}

const MAX_RETRIES = 20;
const RETRY_MS = 1_000;

/** Retries after a 503. An overloaded product answers 503 before it does anything. */
async function fetchWhenReady(address: string, init: RequestInit): Promise<Response> {
  for (let retries = 0; ; retries += 1) {
    const answer = await fetch(address, init);
    if (answer.status !== 503 || retries === MAX_RETRIES) return answer;
    await sleep(RETRY_MS);
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

/** Polls until `done`. Throws with the last value after `seconds`. */
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
      throw new Error(`not done after ${seconds} s: ${JSON.stringify(value).slice(0, 500)}`);
    await sleep(150);
  }
}
