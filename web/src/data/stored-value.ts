import * as z from 'zod/mini';
import { storedText } from './storage.ts';

/** A stored value. Text that its schema refuses, such as that of an older version, counts as absent. */
export function storedValue<Value>(key: string, schema: z.ZodMiniType<Value>, open?: () => Storage) {
  const text = storedText(key, open);
  return {
    read: (): Value | null => decoded(text.read(), schema),
    keep: (value: Value | null): boolean => text.keep(value === null ? null : JSON.stringify(value)),
  };
}

function decoded<Value>(text: string | null, schema: z.ZodMiniType<Value>): Value | null {
  try {
    return text === null ? null : z.parse(schema, JSON.parse(text));
  } catch {
    return null;
  }
}
