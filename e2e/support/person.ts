/** Somebody who uses the API without a browser: a session and calls. */
export interface Person {
  call<Answer = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answered<Answer>>;
}

export interface Answered<Answer> {
  readonly status: number;
  readonly body: Answer;
  readonly headers: Headers;
}

/** Signs in as a Discord person of the sandbox, following the redirects that a browser would. */
export async function signIn(origin: string, username: string): Promise<Person> {
  const begin = await fetch(`${origin}/auth/discord`, { redirect: 'manual' });
  const authorize = new URL(begin.headers.get('location')!);
  authorize.searchParams.set('as', username);
  const approved = await fetch(authorize, { redirect: 'manual' });
  const finish = await fetch(approved.headers.get('location')!, {
    redirect: 'manual',
    headers: { cookie: cookiesOf(begin) },
  });
  if (finish.status !== 302) throw new Error(`sign-in of ${username} answered ${finish.status}`);
  return personWith(origin, cookiesOf(finish));
}

/** Calls with a cookie header; '' is nobody. */
export function personWith(origin: string, cookie: string): Person {
  return {
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
      const answer = await fetch(origin + path, {
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
  seconds = 20,
): Promise<Value> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await ask();
    if (done(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`still not so after ${seconds} s: ${JSON.stringify(value).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
