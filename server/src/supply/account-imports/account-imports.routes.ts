import { api } from '@sterling/contract/api.ts';
import { phrase, text } from '@sterling/contract/texts.ts';
import { normaliseCookie } from '../../outside/game-platform/cookie.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { allProxiesOf } from '../proxies/proxies.reads.ts';
import { refuseRate } from '../roblox-accounts/roblox-accounts.ts';
import { listImports, readImport } from './account-imports.reads.ts';
import { endingOf, type KnownProxy, parseImportLine } from './account-imports.rules.ts';
import { type NewLine, startImport } from './account-imports.ts';
import { cancelImport } from './ending.ts';

/** A seller's imports. Another seller's import is answered like a missing one. */
export const accountImportRoutes = ({ db, vault }: Pick<Services, 'db' | 'vault'>): Route[] => [
  handle(api.accountImports.start, async ({ user, body, request, write }) => {
    const { ratePerThousand: rateCents, proxyId = null } = body;
    refuseRate(rateCents);
    const proxies = await allProxiesOf(db, user.id);
    if (proxyId !== null && !proxies.some(({ id }) => id === proxyId))
      refuse('invalid_proxy', { hint: phrase("This proxy isn't in your list.") });
    const lines = readLines(body.lines, proxies);
    const credentialId = user.credential ? user.sessionId : null;
    return write(async (tx) => {
      const given = { lines, rateCents, proxyId, ip: request.ip, credentialId };
      const id = await startImport(tx, vault, user.id, given);
      return readImport(tx, user.id, id);
    });
  }),
  handle(api.accountImports.list, ({ user }) => listImports(db, user.id)),
  handle(api.accountImports.read, ({ user, params: { id } }) => readImport(db, user.id, id)),
  handle(api.accountImports.cancel, ({ user, params: { id }, write }) =>
    write(async (tx) => {
      await cancelImport(tx, user.id, id);
      return readImport(tx, user.id, id);
    }),
  ),
];

/** Reads the lines of an import. Blank lines are left out, and a cookie that stands twice is refused the second time. */
function readLines(texts: readonly string[], proxies: readonly KnownProxy[]): NewLine[] {
  const lineOf = new Map<string, number>();
  return texts.flatMap((written, index): NewLine[] => {
    if (written.trim() === '') return [];
    const line = index + 1;
    const wanted = parseImportLine(written, proxies);
    if (typeof wanted === 'string') return [{ line, problem: wanted, ending: '' }];
    const cookie = normaliseCookie(wanted.cookie);
    if (cookie === null) return [{ line, problem: text('Invalid cookie'), ending: '' }];
    const earlier = lineOf.get(cookie);
    if (earlier)
      return [
        { line, problem: toStore(WITH_VALUES.sameCookie, { line: earlier }), ending: endingOf(cookie) },
      ];
    lineOf.set(cookie, line);
    return [{ line, wanted: { ...wanted, cookie } }];
  });
}
