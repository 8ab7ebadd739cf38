/** How the second tip source strays from the node: blocks behind, on another branch, or saying nothing. */
export interface TipMood {
  behind: number;
  fork: boolean;
  silent: boolean;
}

export function openTips(): TipMood {
  return { behind: 0, fork: false, silent: false };
}
