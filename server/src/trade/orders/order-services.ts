import type { Services } from '../../services.ts';

/** The services that order processing needs. */
export interface OrderServices extends Pick<Services, 'config' | 'db' | 'queue' | 'game' | 'vault' | 'log'> {
  /** How long a purchase with a lost answer may still take effect. Tests use a shorter time. */
  readonly settleMs?: number;
}
