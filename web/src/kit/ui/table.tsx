import type { ComponentProps } from 'react';

type Name = { 'aria-label': string } | { 'aria-labelledby': string };

/** A table with its name for screen readers: a text, or the id of a heading. */
export function Table(props: Omit<ComponentProps<'table'>, 'aria-label' | 'aria-labelledby'> & Name) {
  return <table {...props} />;
}
