import type { TestApp } from './app.ts';

const HOST = 'localhost:5000';

/** Simulates a browser's cookies and redirects, for the sign-in through Discord. */
export interface Visitor {
  /** Opens a path of our site. Returns the redirect target and the raw set-cookie headers. */
  go(path: string, headers?: Record<string, string>): Promise<{ location: string; cookies: string[] }>;
  /** Approves the sign-in at Discord as user `name`. Returns the callback path to open next. */
  approve(location: string, name: string): Promise<string>;
  /** Signs in as a Discord user and returns the redirect target. */
  signIn(name: string, path?: string): Promise<string>;
  /** Value of a stored cookie. */
  cookie(name: string): string | undefined;
}

export function openVisitor({ app }: Pick<TestApp, 'app'>): Visitor {
  const jar = new Map<string, string>();
  const self: Visitor = {
    go: async (path, headers = {}) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await app.inject({
        url: path,
        headers: { host: HOST, ...headers, ...(cookie && { cookie }) },
      });
      for (const { name, value } of answer.cookies) value ? jar.set(name, value) : jar.delete(name);
      return {
        location: String(answer.headers.location ?? ''),
        cookies: [answer.headers['set-cookie'] ?? []].flat(),
      };
    },
    approve: async (location, name) => {
      const approved = await fetch(`${location}&as=${name}`, { redirect: 'manual' });
      const back = new URL(approved.headers.get('location')!);
      return back.pathname + back.search;
    },
    signIn: async (name, path = '/auth/discord') => {
      const { location } = await self.go(path);
      return (await self.go(await self.approve(location, name))).location;
    },
    cookie: (name) => jar.get(name),
  };
  return self;
}
