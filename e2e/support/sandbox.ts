/** The part of the sandbox's control API that the stories use. */
export interface Sandbox {
  pay(address: string, ltc: number | string): Promise<{ txid: string }>;
  mine(blocks: number): Promise<{ height: number }>;
  received(
    address: string,
  ): Promise<{ ltc: number; outputs: { txid: string; n: number; ltc: number; confirmations: number }[] }>;
  makeAccount(username: string, robux: number): Promise<GameAccount>;
  account(id: number | string): Promise<GameAccount>;
  makePass(
    ownerId: number | string,
    price: number,
    name: string,
  ): Promise<{ id: number; productId: number; url: string }>;
  state(): Promise<{ [part: string]: unknown }>;
  fault(fault: Readonly<Record<string, unknown>>): Promise<{ id: string }>;
  control<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
}

export interface GameAccount {
  readonly id: number;
  readonly username: string;
  readonly cookie: string;
  readonly robux: number;
  readonly pendingRobux: number;
  readonly owns: number[];
}

/** Opens the control API of the sandbox at `url`. A refused call throws with the answer's text. */
export function controlSandbox(url: string): Sandbox {
  const control = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const init =
      body === undefined
        ? { method }
        : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await fetch(`${url}/control/${path}`, init);
    if (!answer.ok) throw new Error(`${method} /control/${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? null : await answer.json()) as Answer;
  };
  return {
    control,
    pay: (address, ltc) => control('POST', 'litecoin/send', { address, ltc }),
    mine: (blocks) => control('POST', 'litecoin/mine', { blocks }),
    received: (address) => control('GET', `litecoin/received/${address}`),
    makeAccount: (username, robux) => control('POST', 'game/accounts', { username, robux }),
    account: (id) => control('GET', `game/accounts/${id}`),
    makePass: (ownerId, price, name) => control('POST', 'game/passes', { ownerId, price, name }),
    state: () => control('GET', 'state'),
    fault: (fault) => control('POST', 'faults', fault),
  };
}
