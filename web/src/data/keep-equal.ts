/**
 * The new answer of a query, with every part of the one before that is equal, so that a poll without a change renders
 * nothing. Like TanStack's `replaceEqualDeep`, for which no two Dates are equal. Answers are made of plain objects,
 * lists, Dates and single values.
 */
export function keepEqual(before: unknown, now: unknown): unknown {
  if (before instanceof Date && now instanceof Date) return before.getTime() === now.getTime() ? before : now;
  if (Array.isArray(before) && Array.isArray(now)) {
    const kept: unknown[] = now.map((part, index) => keepEqual(before[index], part));
    const isSame =
      kept.length === before.length && kept.every((part, index) => Object.is(part, before[index]));
    return isSame ? before : kept;
  }
  if (isPlain(before) && isPlain(now)) {
    const kept = Object.entries(now).map(([key, part]) => [key, keepEqual(before[key], part)] as const);
    const isSame =
      kept.length === Object.keys(before).length &&
      kept.every(([key, part]) => Object.hasOwn(before, key) && Object.is(part, before[key]));
    return isSame ? before : Object.fromEntries(kept);
  }
  return now;
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
