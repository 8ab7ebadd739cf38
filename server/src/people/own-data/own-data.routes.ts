import { api } from '@sterling/contract/api.ts';
import { OwnData } from '@sterling/contract/own-data.ts';
import { sendJsonFile } from '../../platform/http/json-pages.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { readStockDepth } from '../../trade/pre-orders/queue.reads.ts';
import { readOwnData } from './own-data.reads.ts';

export function ownDataRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.ownData.export, async ({ user, reply, sent }) => {
      const depth = readOnce(() => readStockDepth(db));
      const data = await readOwnData(db, user, depth);
      return sent(sendJsonFile(reply, 'sterling-data.json', OwnData, data));
    }),
  ];
}

/** Reads a value when it is first needed, and keeps it. */
function readOnce<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | null = null;
  return () => {
    reading ??= read();
    return reading;
  };
}
