import { api } from '@sterling/contract/api.ts';
import type { Decoded } from '@sterling/contract/endpoint.ts';
import { text } from '@sterling/contract/texts.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { checkNewProxy, whyEachForbidden } from './proxies.lookups.ts';
import { listProxies, proxyFigures, readProxy } from './proxies.reads.ts';
import { parseLine, plainHost, problemOfCredentials, type WantedProxy } from './proxies.rules.ts';
import { addProxies, addProxy, removeProxy } from './proxies.ts';

type Needed = Pick<Services, 'db' | 'vault' | 'game' | 'guard'>;

/** A seller's proxies. Another seller's proxy is answered like a missing one. */
export function proxyRoutes(services: Needed): Route[] {
  const { db, vault } = services;
  return [
    handle(api.proxies.list, async ({ user, query, total }) => {
      const { proxies, total: count } = await listProxies(db, user.id, query);
      total(count);
      return proxies;
    }),
    handle(api.proxies.figures, ({ user }) => proxyFigures(db, user.id)),
    handle(api.proxies.add, async ({ user, body, write }) => {
      const wanted = wantedOf(body);
      const check = await checkNewProxy(services, wanted);
      return write(
        async (tx) => readProxy(tx, user.id, await addProxy(tx, vault, user.id, wanted, check)),
        CHANGES_SELF,
      );
    }),
    handle(api.proxies.addMany, async ({ user, body, write }) => {
      const { good, failed } = await sortLines(services, body.lines);
      return write(async (tx) => {
        const added = await addProxies(
          tx,
          vault,
          user.id,
          good.map(({ wanted }) => wanted),
        );
        const known = good
          .filter((_one, index) => !added[index])
          .map(({ line }) => ({ line, reason: text('Already in your list') }));
        return {
          added: added.filter(Boolean).length,
          failed: [...failed, ...known]
            .map(({ line, reason }) => ({ line, reason: translateStored(reason) }))
            .sort((a, b) => a.line - b.line),
        };
      }, CHANGES_SELF);
    }),
    handle(api.proxies.remove, ({ user, params: { id }, write }) =>
      write(async (tx) => {
        await removeProxy(tx, user.id, id);
        return { success: true as const };
      }),
    ),
  ];
}

function wantedOf({ host: written, port, ...given }: Decoded<typeof api.proxies.add, 'body'>): WantedProxy {
  const username = given.username?.trim() || null;
  const password = given.password || null;
  const host = plainHost(written);
  if (host === null)
    return refuse('invalid_proxy', {
      hint: text('Enter a hostname or IP address'),
      details: { host: text('must be a hostname or an IP address') },
    });
  const problem = problemOfCredentials({ username: username ?? '', password: password ?? '' });
  if (problem) refuse('invalid_proxy', { hint: problem, details: { username: problem } });
  return { host, port, username, password };
}

interface SortedLines {
  readonly good: { readonly line: number; readonly wanted: WantedProxy }[];
  readonly failed: { readonly line: number; readonly reason: string }[];
}

/** Splits lines into valid proxies and failures with a reason. Ignores blank lines. */
async function sortLines(services: Needed, lines: readonly string[]): Promise<SortedLines> {
  const parsed = lines.flatMap((given, index) =>
    given.trim() === '' ? [] : [{ line: index + 1, wanted: parseLine(given) }],
  );
  const isReadable = (one: (typeof parsed)[number]): one is SortedLines['good'][number] =>
    typeof one.wanted !== 'string';
  const readable = parsed.filter(isReadable);
  const forbidden = await whyEachForbidden(
    services,
    readable.map(({ wanted }) => wanted),
  );
  return {
    good: readable.filter((_one, index) => forbidden[index] === null),
    failed: [
      ...parsed.flatMap(({ line, wanted }) => (typeof wanted === 'string' ? [{ line, reason: wanted }] : [])),
      ...readable.flatMap(({ line }, index) =>
        forbidden[index] ? [{ line, reason: forbidden[index] }] : [],
      ),
    ],
  };
}
