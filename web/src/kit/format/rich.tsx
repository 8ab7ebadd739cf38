import { piecesOf, type RichValues } from '@sterling/contract/texts.ts';
import { Fragment, type ReactNode } from 'react';

/** A text with elements in it: `rich('Read the {terms} first.', { terms: <TermsLink /> })`. */
export function rich<const Text extends string>(text: Text, values: RichValues<Text, ReactNode>): ReactNode {
  return piecesOf(text).map(({ words, name }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their order
    <Fragment key={index}>{name === undefined ? words : values[name as keyof typeof values]}</Fragment>
  ));
}
