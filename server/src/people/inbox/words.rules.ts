import { translateStored } from '../../platform/stored-texts.rules.ts';

/** An entry of the inbox in words. */
export interface Words {
  readonly title: string;
  readonly text: string;
}

export const words = (title: string, text: string): Words => ({ title, text });
/** A stored reason as a sentence. */
export const reasonSentence = (reason: string): string => `${translateStored(reason).replace(/\.$/, '')}.`;
