import { expect, test } from 'vitest';
import { createQueryClient } from '../../data/query-client.ts';
import { startServer } from '../../data/server.test-kit.ts';
import { platformStatsQuery, platformStatusQuery } from './queries.ts';

const server = startServer();

test('S1.03 the poll of the counters brings the status up to date, so an open landing page learns of maintenance', async () => {
  const status = {
    mode: 'production',
    maintenance: false,
    stopped: false,
    marketplaceFeePercent: 5,
    manualDeadlineMinutes: 30,
    publishesReserves: false,
  };
  const client = createQueryClient(() => undefined);
  server.answer(200, status);
  await client.fetchQuery(platformStatusQuery);
  server.answer(200, {
    totalRobuxSold: 1,
    totalUsers: 1,
    rates: [],
    status: { ...status, maintenance: true },
  });
  await client.fetchQuery(platformStatsQuery);
  expect(client.getQueryData(platformStatusQuery.queryKey)).toMatchObject({ maintenance: true });
});
