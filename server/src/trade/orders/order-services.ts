import type { Services } from '../../services.ts';

/** What carrying orders out takes. */
export interface OrderServices extends Pick<Services, 'config' | 'db' | 'queue' | 'game' | 'vault' | 'log'> {
  /** How long a purchase whose answer was lost may still be on its way; tests do not wait so long. */
  readonly settleMs?: number;
}
