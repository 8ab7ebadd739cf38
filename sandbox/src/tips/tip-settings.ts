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

export function defaultTipSettings(): TipSettings {
  return { behind: 0, fork: false, silent: false, subversion: '/LitecoinCore:0.21.5.5/' };
}
