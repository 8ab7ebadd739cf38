import { setTimeout as sleep } from 'node:timers/promises';

/** What the demo world asks of the sandbox's control API. */
export interface SandboxControl {
  /** Resolves when it answers: `npm start` opens it at the same time as us. One that is down keeps nobody waiting for long. */
  opened(): Promise<void>;
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

const OPENS_WITHIN_MS = 10_000;
const ASK_EVERY_MS = 20;

/** Speaks to the control API; an answer that is no success throws. */
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
    opened: async () => {
      const deadline = Date.now() + OPENS_WITHIN_MS;
      while (Date.now() < deadline && !(await answers())) await sleep(ASK_EVERY_MS);
    },
    gameAccounts: async () => (await control<{ accounts: GameAccount[] }>('GET', 'state')).accounts,
    pay: (outputs) => control('POST', 'litecoin/send', { outputs }),
    mine: async (blocks) => void (await control('POST', 'litecoin/mine', { blocks })),
    makePass: (ownerId, price, name) => control('POST', 'game/passes', { ownerId, price, name }),
  };
}
