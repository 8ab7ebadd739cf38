import { OutsideError, request } from './http.ts';

/** A second source for the tip of the chain: another operator's node. Each call may throw OutsideError. */
export interface TipSource {
  height(): Promise<number>;
  /** The hash of its block at a height; null above its tip. */
  blockHash(height: number): Promise<string | null>;
}

const TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 1_024;

/** Reads Esplora's plain-text API, which litecoinspace.org offers. */
export function openTipSource(baseUrl: string): TipSource {
  const ask = async (path: string, shape: RegExp): Promise<string | null> => {
    const url = `${baseUrl}${path}`;
    const answer = await request({
      url,
      method: 'GET',
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    if (answer.status === 404) return null;
    const text = answer.text.trim();
    if (answer.status !== 200 || !shape.test(text))
      throw new OutsideError('malformed', true, `GET ${url}`, new Error(`HTTP ${answer.status}`));
    return text;
  };
  return {
    height: async () => Number(await ask('/blocks/tip/height', /^\d{1,9}$/)),
    blockHash: (height) => ask(`/block-height/${height}`, /^[0-9a-f]{64}$/),
  };
}
