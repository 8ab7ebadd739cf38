import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { LitecoinNode } from './litecoin/node.ts';
import type { Prices } from './price-feed/prices.ts';
import type { Requests } from './requests.ts';
import type { State } from './state.ts';
import type { TipSettings } from './tips/tip-settings.ts';

/** The parts that the sandbox's services share. */
export interface World {
  state: State;
  clock: Clock;
  faults: Faults;
  requests: Requests;
  prices: Prices;
  node: LitecoinNode;
  tips: TipSettings;
  /** The sandbox's address, such as http://127.0.0.1:5001. It is empty until the sandbox listens. */
  url(): string;
}
