import { api } from '@sterling/contract/api.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { handle, type Route, type RouteCall } from '../../platform/http/route.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import type { Services } from '../../services.ts';
import { readAddresses } from './withdrawal-addresses.reads.ts';
import { addAddress, removeAddress, renameAddress, setWait } from './withdrawal-addresses.ts';

type Write = RouteCall<never>['write'];

/** The address book for withdrawals, and the wait for new addresses. */
export function withdrawalAddressRoutes({ db, config }: Pick<Services, 'db' | 'config'>): Route[] {
  const { network } = config.litecoin;
  const changed = (write: Write, userId: string, change: (tx: Tx) => Promise<void>) =>
    write(async (tx) => {
      await change(tx);
      return readAddresses(tx, userId);
    }, CHANGES_SELF);
  return [
    handle(api.withdrawalAddresses.list, ({ user }) => readAddresses(db, user.id)),
    handle(api.withdrawalAddresses.add, ({ user, body, write }) =>
      changed(write, user.id, (tx) => addAddress(tx, user.id, body, network)),
    ),
    handle(api.withdrawalAddresses.rename, ({ user, params, body, write }) =>
      changed(write, user.id, (tx) => renameAddress(tx, user.id, params.id, body.label)),
    ),
    handle(api.withdrawalAddresses.remove, ({ user, params, write }) =>
      changed(write, user.id, (tx) => removeAddress(tx, user.id, params.id)),
    ),
    handle(api.withdrawalAddresses.setWait, ({ user, body, write }) =>
      changed(write, user.id, (tx) => setWait(tx, user, body.hours)),
    ),
  ];
}
