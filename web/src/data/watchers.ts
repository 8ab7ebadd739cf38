/** The watchers of a value that lives outside of React. `watch` is the subscription for `useSyncExternalStore`. */
export function createWatchers() {
  const watchers = new Set<() => void>();
  return {
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    /** Tells all watchers that the value has changed. */
    tell(): void {
      for (const watcher of watchers) watcher();
    },
  };
}
