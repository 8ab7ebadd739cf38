/** Runs work with the same name one after another. Work with other names runs at the same time. */
export interface Sequences {
  /** `hasWaited`: earlier work with the name was running. A failure of earlier work does not matter. */
  run<Result>(name: string, work: (hasWaited: boolean) => Promise<Result>): Promise<Result>;
}

export function openSequences(): Sequences {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(name, work) {
      const begin = async (hasWaited: boolean) => work(hasWaited);
      const afterwards = () => begin(true);
      const run = last.get(name)?.then(afterwards, afterwards) ?? begin(false);
      last.set(name, run);
      return run.finally(() => {
        if (last.get(name) === run) last.delete(name);
      });
    },
  };
}
