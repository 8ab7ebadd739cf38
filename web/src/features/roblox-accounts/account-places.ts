import { Id } from '@sterling/contract/fields.ts';
import { navigate } from 'wouter/use-browser-location';
import * as z from 'zod/mini';
import { addressWith } from '../../kit/navigation/use-url-state.ts';

/** What lies above the accounts page, in its address: the history of an account, an import, the alert for low stock, or the price rules. */
export const ACCOUNT_PLACES = z.object({
  history: z.optional(Id),
  import: z.optional(Id),
  tool: z.optional(z.enum(['stock-alert', 'price-rules'])),
});

/** The value of `import` before it has started. It is no id. */
export const NEW_IMPORT = 'new';

const open = (place: Partial<Record<'history' | 'import' | 'tool', string>>): void =>
  navigate(addressWith(window.location, place));

export const openHistory = (accountId: string): void => open({ history: accountId });
export const openNewImport = (): void => open({ import: NEW_IMPORT });
export const openStockAlert = (): void => open({ tool: 'stock-alert' });
export const openPriceRules = (): void => open({ tool: 'price-rules' });
