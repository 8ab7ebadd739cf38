/** What a node says of itself and its surroundings. */
export interface NodeView {
  readonly blocks: number;
  readonly headers: number;
  readonly initialBlockDownload: boolean;
  readonly warnings: string;
  readonly peers: number;
  readonly tipAt: Date;
  /** What the second source of tips says; null without an answer, which alone is no trouble. */
  readonly second: { readonly height: number; readonly agrees: boolean } | null;
}

const MAX_HEADERS_AHEAD = 2;
const OLDEST_TIP_MS = 60 * 60_000;
/** Blocks that two honest nodes may differ by. */
export const MAX_BLOCKS_APART = 3;
/** What a reorganisation may replace before a person has to look. */
export const DEEPEST_REORGANISATION = 6;
/** For so long the follower may see nothing of its node before that is a trouble of its own. */
export const OLDEST_LOOK_MS = 120_000;

/** Why a node's word is not good enough to credit or pay by, in words; empty when it is. */
export function judgeNode(view: NodeView, now: Date): string[] {
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
