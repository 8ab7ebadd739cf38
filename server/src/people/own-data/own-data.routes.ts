import { api } from '@sterling/contract/api.ts';
import { OwnData } from '@sterling/contract/own-data.ts';
import { sendJsonFile } from '../../platform/http/json-pages.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { forgetSession } from '../../platform/http/session-cookie.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import type { Services } from '../../services.ts';
import { readStockDepth } from '../../trade/pre-orders/queue.reads.ts';
import { deleteUser } from '../users/users.ts';
import { readOwnData } from './own-data.reads.ts';

export function ownDataRoutes({ db, config, vault }: Pick<Services, 'db' | 'config' | 'vault'>): Route[] {
  return [
    handle(api.ownData.export, async ({ user, reply, sent }) => {
      const depth = readOnce(() => readStockDepth(db));
      const data = await readOwnData(db, user, depth);
      return sent(sendJsonFile(reply, 'sterling-data.json', OwnData, data));
    }),
    handle(api.ownData.deleteMe, async ({ user, body, reply, write }) => {
      await write((tx) => deleteUser(tx, vault, user.id, { forfeit: body?.forfeit ?? false }), CHANGES_SELF);
      forgetSession(reply, config.mode);
      return { success: true as const };
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
