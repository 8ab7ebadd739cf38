/** What the demo world asks of the sandbox's control API. */
export interface SandboxControl {
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
  return {
    gameAccounts: async () => (await control<{ accounts: GameAccount[] }>('GET', 'state')).accounts,
    pay: (outputs) => control('POST', 'litecoin/send', { outputs }),
    mine: async (blocks) => void (await control('POST', 'litecoin/mine', { blocks })),
    makePass: (ownerId, price, name) => control('POST', 'game/passes', { ownerId, price, name }),
  };
}
