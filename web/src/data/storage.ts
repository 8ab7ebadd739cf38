import { rate, robux } from '@sterling/contract/money.ts';
import * as z from 'zod/mini';

/**
 * A text that the browser keeps under a key. Users can switch storage off: the text then lasts until the page is
 * closed, and `keep` returns false.
 */
export function storedText(key: string, open: () => Storage = () => localStorage) {
  /** What the browser refused to keep. */
  let unsaved: string | null = null;
  return {
    read(): string | null {
      try {
        return unsaved ?? open().getItem(key);
      } catch {
        return unsaved;
      }
    },
    /** Null forgets the text. */
    keep(text: string | null): boolean {
      unsaved = null;
      try {
        if (text === null) open().removeItem(key);
        else open().setItem(key, text);
        return true;
      } catch {
        unsaved = text;
        return false;
      }
    },
  };
}

/** A stored value. Text that its schema refuses, such as that of an older version, counts as absent. */
export function storedValue<Value>(key: string, schema: z.ZodMiniType<Value>, open?: () => Storage) {
  const text = storedText(key, open);
  return {
    read: (): Value | null => decoded(text.read(), schema),
    keep: (value: Value | null): boolean => text.keep(value === null ? null : JSON.stringify(value)),
  };
}

/** Robux in a stored value. */
export const StoredRobux = z.pipe(z.int(), z.transform(robux));
/** Cents per 1000 Robux in a stored value. */
export const StoredRate = z.pipe(z.int(), z.transform(rate));

function decoded<Value>(text: string | null, schema: z.ZodMiniType<Value>): Value | null {
  try {
    return text === null ? null : z.parse(schema, JSON.parse(text));
  } catch {
    return null;
  }
}
