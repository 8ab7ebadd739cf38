import { setTimeout as sleep } from 'node:timers/promises';

/** The calls to the sandbox's control API that the demo world needs. */
export interface SandboxControl {
  /** Resolves when the sandbox answers, which `npm start` starts at the same time, or after ten seconds. */
  ready(stopping: AbortSignal): Promise<void>;
  gameAccounts(): Promise<GameAccount[]>;
  pay(outputs: readonly { address: string; ltc: string }[]): Promise<{ txid: string }>;
  mine(blocks: number): Promise<void>;
  makePass(ownerId: number, price: number, name: string): Promise<{ id: number; url: string }>;
}

export interface GameAccount {
  readonly id: number;
  readonly username: string;
  readonly cookie: string;
  readonly robux: number;
}

const READY_WITHIN_MS = 10_000;
const POLL_EVERY_MS = 20;

/** A client of the control API. Calls throw on any answer that is not a success. */
export function openSandboxControl(sandboxUrl: string): SandboxControl {
  const control = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${sandboxUrl}/control/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!answer.ok)
      throw new Error(`${method} /control/${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const answers = () =>
    fetch(`${sandboxUrl}/control/faults`).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    ready: async (signal) => {
      const deadline = Date.now() + READY_WITHIN_MS;
      while (Date.now() < deadline && !(await answers())) await sleep(POLL_EVERY_MS, undefined, { signal });
    },
    gameAccounts: async () => (await control<{ accounts: GameAccount[] }>('GET', 'state')).accounts,
    pay: (outputs) => control('POST', 'litecoin/send', { outputs }),
    mine: async (blocks) => void (await control('POST', 'litecoin/mine', { blocks })),
    makePass: (ownerId, price, name) => control('POST', 'game/passes', { ownerId, price, name }),
  };
}
