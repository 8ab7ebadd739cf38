import { said } from '@sterling/contract/texts.ts';

/** An entry of the inbox in words. */
export interface Words {
  readonly title: string;
  readonly text: string;
}

export const words = (title: string, text: string): Words => ({ title, text });
/** A stored reason as a sentence. */
export const stop = (reason: string): string => `${stored(reason).replace(/\.$/, '')}.`;
/** A text that was stored in English. It stays English if it has values. */
export const stored = (text: string): string => said({ text, values: {} });
