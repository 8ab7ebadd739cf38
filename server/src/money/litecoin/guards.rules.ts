import { text } from '@sterling/contract/texts.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';

/** The state of a node. */
export interface NodeView {
  readonly blocks: number;
  readonly headers: number;
  readonly initialBlockDownload: boolean;
  readonly warnings: string;
  readonly peers: number;
  readonly tipAt: Date;
}

/** What the second source says. */
export interface SecondView {
  /** Whether this is our own node. Only then does silence count as a problem. */
  readonly isNode: boolean;
  /** Null without an answer. */
  readonly answer: { readonly height: number; readonly agrees: boolean } | null;
}

const MAX_HEADERS_AHEAD = 2;
const MAX_TIP_AGE_MS = 60 * 60_000;
/** Maximum difference in height between two honest nodes. */
export const MAX_BLOCKS_APART = 3;
/** A deeper reorganisation can undo a settled deposit, so it triggers the emergency stop. */
export const MAX_REORGANISATION_DEPTH = 5;
export const SECOND_NODE_SILENT = text('the second node does not answer');
/** Maximum age of the follower's last check before its silence counts as a problem. */
export const MAX_CHECK_AGE_MS = 120_000;

/** The node knows headers whose blocks it has not connected. */
export function missingBlocks({ blocks, headers }: Pick<NodeView, 'blocks' | 'headers'>): string {
  const count = headers - blocks;
  return count === 1
    ? text('the node knows 1 header without its block')
    : toStore(WITH_VALUES.missingBlocks, { count });
}

/** The reasons why a node cannot be trusted for credits and payments, in words. Empty when it can. */
export function findNodeTroubles(view: NodeView, now: Date): string[] {
  const ahead = view.headers - view.blocks;
  const ageMs = now.getTime() - view.tipAt.getTime();
  const checks: readonly (readonly [boolean, string])[] = [
    [view.initialBlockDownload, text('the node is still downloading the chain')],
    [ahead > MAX_HEADERS_AHEAD, missingBlocks(view)],
    [ageMs > MAX_TIP_AGE_MS, toStore(WITH_VALUES.oldBlock, { minutes: Math.floor(ageMs / 60_000) })],
    [view.peers === 0, text('the node has no peers')],
    [view.warnings !== '', toStore(WITH_VALUES.nodeWarns, { warning: view.warnings.slice(0, 200) })],
  ];
  return checks.flatMap(([isTrouble, what]) => (isTrouble ? what : []));
}

/** The reasons why the second source contradicts a node at block `blocks`, in words. Empty when it does not. */
export function findSecondTroubles({ isNode, answer }: SecondView, blocks: number): string[] {
  if (answer === null) return isNode ? [SECOND_NODE_SILENT] : [];
  const who = isNode ? text('the second node') : text('another source');
  const isApart = Math.abs(answer.height - blocks) > MAX_BLOCKS_APART;
  return [
    ...(isApart ? [toStore(WITH_VALUES.heightsApart, { who, height: answer.height, ours: blocks })] : []),
    ...(answer.agrees ? [] : [toStore(WITH_VALUES.otherBranch, { who })]),
  ];
}

/** Whether a node's `subversion`, such as /LitecoinCore:0.21.5.5/, is below a version. An unreadable one counts as old. */
export function isOutdated(subversion: string, minimum: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number);
  const version = /:(\d+(?:\.\d+)*)/.exec(subversion)?.[1];
  if (version === undefined) return true;
  const [has, needs] = [numbers(version), numbers(minimum)];
  const differing = needs.findIndex((number, index) => (has[index] ?? 0) !== number);
  return differing >= 0 && (has[differing] ?? 0) < needs[differing]!;
}
