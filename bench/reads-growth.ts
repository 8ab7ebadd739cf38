import { endpoints } from '@sterling/contract/api.ts';
import { LARGE, SMALL } from './database.ts';
import { openReadsWorld, type ReadsWorld } from './reads-world.ts';
import { median, type Row, rowOfPairs, timed } from './row.ts';

const ROUNDS = 5;
const MAX_CALLS = 30;
const ROUND_MS = 400;
/** Only paths that contain this text. */
const ONLY = process.env.BENCH_ONLY ?? '';

/** Every GET of the contract for a user with many rows in a large market, against the same in a small one, in alternating rounds. */
export async function benchReadsGrowth(): Promise<Row[]> {
  const worlds: World[] = [];
  try {
    for (const size of [SMALL, LARGE]) {
      const tookMs = await timed(async () => worlds.push(await openWorld(size)));
      console.log(`${size.toLocaleString('en')} rows in ${(tookMs / 1_000).toFixed(0)} s`);
    }
    const [small, large] = worlds as [World, World];
    const rows: Row[] = [];
    for (const what of Object.keys(small.paths).filter((path) => path.includes(ONLY)))
      rows.push(await compare(small, large, what));
    return rows;
  } finally {
    for (const world of worlds) await world.close();
  }
}

async function compare(small: World, large: World, what: string): Promise<Row> {
  const firsts = [];
  for (const world of [small, large]) {
    firsts.push(await timeOf(world, what, 1));
    await timeOf(world, what);
  }
  const pairs = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const reference = await timeOf(small, what);
    pairs.push({ ours: await timeOf(large, what), reference });
  }
  const row = rowOfPairs(what, 'ms', pairs, { atMost: 1.3 });
  const [first, later] = [firsts, [row.reference, row.ours]].map((times) =>
    times.map((ms) => ms.toFixed(1)).join(' → '),
  );
  console.log(`${what}: ${row.ratio.toFixed(2)} (${later} ms; the first call ${first} ms)`);
  return row;
}

interface World extends ReadsWorld {
  /** The paths with ids of rows of this database, by the paths of the contract. */
  readonly paths: Readonly<Record<string, string>>;
}

async function openWorld(size: number): Promise<World> {
  const world = await openReadsWorld(size);
  return { ...world, paths: await pathsOf(world.idOf) };
}

/** The median of many calls. An answer that is sent in pieces counts until its first piece. */
async function timeOf({ app, paths, cookie }: World, what: string, calls = MAX_CALLS): Promise<number> {
  const times: number[] = [];
  for (const end = performance.now() + ROUND_MS; times.length < calls && performance.now() < end; ) {
    const began = performance.now();
    const answer = await app.inject({ url: paths[what]!, headers: { cookie }, payloadAsStream: true });
    const stream = answer.stream();
    stream.on('error', () => undefined);
    await stream[Symbol.asyncIterator]().next();
    times.push(performance.now() - began);
    if (answer.statusCode !== 200) throw new Error(`${paths[what]} answered ${answer.statusCode}`);
    stream.destroy();
    answer.raw.res.destroy();
  }
  return median(times);
}

const OWN_ACCOUNT = `select id from roblox_accounts where user_id = (select id from users where username = 'bench') limit 1`;
/** Where the id in a path comes from. */
const IDS: Readonly<Record<string, string>> = {
  '/api/admin/transfers/{id}': 'select id from deposits order by id desc limit 1',
  '/api/wallet/transactions/{id}': 'select id from deposits order by id desc limit 1',
  '/api/robux/orders/{id}': 'select id from orders order by id desc limit 1',
  '/api/transactions/{id}': 'select id from transactions order by id desc limit 1',
  '/api/webhooks/{id}/deliveries': 'select id from webhook_endpoints',
  '/api/price-rules/{id}': 'select id from price_rules',
  '/api/price-rules/{id}/changes': 'select id from price_rules',
  '/api/roblox-accounts/imports/{id}': 'select id from account_imports',
  '/api/roblox-accounts/{id}/earnings': OWN_ACCOUNT,
  '/api/roblox-accounts/{id}/health-events': OWN_ACCOUNT,
};
/** A file of a backup is read from the disk, and a picture is read by its key. */
const LEFT_OUT = /\{file\}|\{pictureId\}/;
const QUERIES: Readonly<Record<string, string>> = {
  '/api/admin/transfers': '?search=00000001',
  '/api/wallet': '?walletType=buyer',
  '/api/wallet/transactions': '?walletType=buyer&pageSize=20',
  '/api/wallet/transactions.csv': '?walletType=buyer',
  '/api/users/stats': '?role=seller',
  '/api/stats/week': '?role=seller',
};

async function pathsOf(idOf: (query: string) => Promise<string>): Promise<Record<string, string>> {
  const paths: Record<string, string> = {};
  for (const { method, path, query } of endpoints) {
    if (method !== 'GET' || LEFT_OUT.test(path)) continue;
    const id = IDS[path] ? await idOf(IDS[path]) : '';
    const isPaged = query !== undefined && 'pageSize' in (query as { shape?: object }).shape!;
    paths[path] = path.replace('{id}', id) + (QUERIES[path] ?? (isPaged ? '?pageSize=20' : ''));
  }
  return paths;
}
