/** The state of a node and of the sources around it. */
export interface NodeView {
  readonly blocks: number;
  readonly headers: number;
  readonly initialBlockDownload: boolean;
  readonly warnings: string;
  readonly peers: number;
  readonly tipAt: Date;
  /** The answer of the second tip source. Null without an answer, which does not count as a problem. */
  readonly second: { readonly height: number; readonly agrees: boolean } | null;
}

const MAX_HEADERS_AHEAD = 2;
const OLDEST_TIP_MS = 60 * 60_000;
/** Maximum difference in height between two honest nodes. */
export const MAX_BLOCKS_APART = 3;
/** A deeper reorganisation can undo a settled deposit, so it triggers the emergency stop. */
export const DEEPEST_REORGANISATION = 5;
/** Maximum age of the follower's last check before its silence counts as a problem. */
export const OLDEST_LOOK_MS = 120_000;

/** The reasons why a node cannot be trusted for credits and payments, in words. Empty when it can. */
export function findNodeTroubles(view: NodeView, now: Date): string[] {
  const ahead = view.headers - view.blocks;
  const ageMs = now.getTime() - view.tipAt.getTime();
  const { second } = view;
  const checks: readonly (readonly [boolean, string])[] = [
    [view.initialBlockDownload, 'the node is still downloading the chain'],
    [ahead > MAX_HEADERS_AHEAD, `the node knows ${ahead} headers without their blocks`],
    [ageMs > OLDEST_TIP_MS, `the newest block is ${Math.floor(ageMs / 60_000)} minutes old`],
    [view.peers === 0, 'the node has no peers'],
    [view.warnings !== '', `the node warns: ${view.warnings.slice(0, 200)}`],
    [
      second !== null && Math.abs(second.height - view.blocks) > MAX_BLOCKS_APART,
      `another source is at block ${second?.height}, the node at ${view.blocks}`,
    ],
    [second !== null && !second.agrees, 'another source follows another branch of the chain'],
  ];
  return checks.flatMap(([isTrouble, what]) => (isTrouble ? what : []));
}
