import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { LitecoinNode } from './litecoin/node.ts';
import type { Prices } from './price-feed/prices.ts';
import type { Requests } from './requests.ts';
import type { State } from './state.ts';
import type { TipMood } from './tips/mood.ts';

/** What the sandbox's services share. */
export interface World {
  state: State;
  clock: Clock;
  faults: Faults;
  requests: Requests;
  prices: Prices;
  node: LitecoinNode;
  tips: TipMood;
  /** The sandbox's own address, such as http://127.0.0.1:5001; known once it listens. */
  url(): string;
}
