import type { TestApp } from './app.ts';

const HOST = 'localhost:5000';

/** A browser's cookies and redirects, without a browser: for the way through Discord's page and back. */
export interface Visitor {
  /** Goes to a path of ours and answers where that leads, with the cookies that it set as they were written. */
  go(path: string, headers?: Record<string, string>): Promise<{ location: string; cookies: string[] }>;
  /** Lets Discord's person approve what our page asked for, and answers the path that Discord sends the browser to. */
  approve(location: string, name: string): Promise<string>;
  /** Signs in as a person of Discord and answers where that leads. */
  signIn(name: string, path?: string): Promise<string>;
  /** Value of a cookie that the browser has. */
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
