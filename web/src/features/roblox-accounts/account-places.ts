import { Id } from '@sterling/contract/fields.ts';
import { navigate } from 'wouter/use-browser-location';
import * as z from 'zod/mini';
import { addressWith } from '../../kit/navigation/use-url-state.ts';

/** What lies above the accounts page, in its address: the history of an account, an import, or the alert for low stock. */
export const ACCOUNT_PLACES = z.object({
  history: z.optional(Id),
  import: z.optional(Id),
  alert: z.optional(z.literal('stock')),
});

/** The value of `import` before it has started. It is no id. */
export const NEW_IMPORT = 'new';

const open = (place: Partial<Record<'history' | 'import' | 'alert', string>>): void =>
  navigate(addressWith(window.location, place));

export const openHistory = (accountId: string): void => open({ history: accountId });
export const openNewImport = (): void => open({ import: NEW_IMPORT });
export const openStockAlert = (): void => open({ alert: 'stock' });
