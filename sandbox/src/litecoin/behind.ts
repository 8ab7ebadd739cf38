import type { Behaviour } from './behaviour.ts';
import { connectBlock, disconnectTip, getTip } from './chain.ts';
import { announceTip, type NodeState, refillMempool } from './state.ts';

/** Changes how the node behaves. A smaller `behind` connects blocks that were waiting. Throws when there are too few blocks. */
export function behave(state: NodeState, change: Partial<Behaviour>): Behaviour {
  if (change.behind !== undefined) waitWith(state, change.behind);
  state.behaviour = { ...state.behaviour, ...change };
  return state.behaviour;
}

function waitWith(state: NodeState, blocks: number): void {
  const { chain, unconnected } = state;
  if (blocks > getTip(chain).height + unconnected.length) throw new Error('there are not that many blocks');
  while (unconnected.length < blocks) unconnected.unshift(disconnectTip(chain));
  while (unconnected.length > blocks) connectBlock(chain, unconnected.shift()!);
  refillMempool(state, new Set());
  announceTip(state);
}
