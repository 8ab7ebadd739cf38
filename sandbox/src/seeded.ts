import { createHash } from 'node:crypto';

const SEED = 'sterling-sandbox';

/** `length` hex digits, always the same for the same name. */
export function seededHex(name: string, length: number): string {
  let text = '';
  for (let part = 0; text.length < length; part++) text += digest(`${SEED}/${name}/${part}`);
  return text.slice(0, length);
}

/** An integer from 0 to `below` - 1, always the same for the same name. */
export function seededInteger(name: string, below: number): number {
  return Number.parseInt(seededHex(name, 12), 16) % below;
}

/** A UUID, always the same for the same name. */
export function seededUuid(name: string): string {
  const hex = seededHex(name, 32);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
