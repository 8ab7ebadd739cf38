import { SUBVERSION } from '../litecoin/params.ts';

/**
 * How the second source of the chain (an API and a node) differs from the node: some blocks behind, on another branch,
 * without answers, or with another version.
 */
export interface TipSettings {
  behind: number;
  fork: boolean;
  silent: boolean;
  subversion: string;
}

/** A second source that answers and agrees with the node. */
export function defaultTipSettings(): TipSettings {
  return { behind: 0, fork: false, silent: false, subversion: SUBVERSION };
}
