/** The block that a message names. It shows that the message was signed after that block. */
export interface NamedBlock {
  readonly height: number;
  readonly hash: string;
}

const INTRODUCTION = 'Sterling proof of reserves';

/** The message that is signed for an address. It is one line of ASCII, so that hardware wallets can show and sign it. */
export const reserveMessage = (address: string, { height, hash }: NamedBlock): string =>
  `${INTRODUCTION}: ${address} at block ${height} ${hash}`;

/** The block in a message for an address. Null for any other text. */
export function blockIn(message: string, address: string): NamedBlock | null {
  const [, height, hash] = / at block (\d{1,9}) ([0-9a-f]{64})$/.exec(message) ?? [];
  if (height === undefined || hash === undefined) return null;
  const block = { height: Number(height), hash };
  return message === reserveMessage(address, block) ? block : null;
}
