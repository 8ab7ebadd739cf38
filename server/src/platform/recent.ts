/** Values that are used again for some time. They end with their owner, such as a pool or an adapter. */
export interface Recent<Owner, Value> {
  get(owner: Owner, key: string): Value | undefined;
  keep(owner: Owner, key: string, value: Value, forMs: number): void;
  drop(owner: Owner, key: string): void;
}

/** Opens an empty store. It keeps at most `max` values of each owner, those that were kept last. */
export function openRecent<Owner extends WeakKey, Value>(max: number): Recent<Owner, Value> {
  const kept = new WeakMap<Owner, Map<string, { readonly value: Value; readonly until: number }>>();
  return {
    get(owner, key) {
      const known = kept.get(owner)?.get(key);
      return known && known.until >= performance.now() ? known.value : undefined;
    },
    keep(owner, key, value, forMs) {
      const values = kept.get(owner) ?? new Map();
      kept.set(owner, values);
      // a map has the order of insertion, so its first key is the oldest
      values.delete(key);
      values.set(key, { value, until: performance.now() + forMs });
      const [oldest] = values.keys();
      if (values.size > max) values.delete(oldest);
    },
    drop: (owner, key) => void kept.get(owner)?.delete(key),
  };
}
