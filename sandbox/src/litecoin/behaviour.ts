import { SUBVERSION } from './params.ts';

/** How the node differs from a healthy one. */
export type Behaviour = {
  /** The newest blocks of which the node knows only the headers. */
  readonly behind: number;
  /** Further headers of blocks that the sandbox does not have. */
  readonly headersAhead: number;
  /** Whether it reports its initial download. */
  readonly downloading: boolean;
  /** What it calls itself, such as /LitecoinCore:0.21.5.5/. */
  readonly subversion: string;
};

/** A node that follows the chain and is up to date. */
export function defaultBehaviour(): Behaviour {
  return { behind: 0, headersAhead: 0, downloading: false, subversion: SUBVERSION };
}
