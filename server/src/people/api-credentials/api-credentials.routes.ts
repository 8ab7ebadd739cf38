import { api } from '@sterling/contract/api.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import type { Services } from '../../services.ts';
import { listCredentials } from './api-credentials.reads.ts';
import { createCredential, revokeCredential } from './api-credentials.ts';

/** Own API credentials. */
export function apiCredentialRoutes({ db }: Pick<Services, 'db'>): Route[] {
  return [
    handle(api.apiCredentials.list, ({ user }) => listCredentials(db, user.id)),
    handle(api.apiCredentials.create, ({ user, body, write }) =>
      write((tx) => createCredential(tx, user, body), CHANGES_SELF),
    ),
    handle(api.apiCredentials.revoke, async ({ user, params, write }) => {
      await write((tx) => revokeCredential(tx, user.id, params.id));
      return { success: true as const };
    }),
  ];
}
