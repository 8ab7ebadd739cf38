/** How the second tip source differs from the node: some blocks behind, on another branch, or without answers. */
export interface TipSettings {
  behind: number;
  fork: boolean;
  silent: boolean;
}

export function defaultTipSettings(): TipSettings {
  return { behind: 0, fork: false, silent: false };
}
