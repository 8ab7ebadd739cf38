const Real = Date;

/** Runs `work` in a process whose clock is wrong by `byMs`. The clock of the database does not change. */
export async function withWrongClock<Result>(byMs: number, work: () => Promise<Result>): Promise<Result> {
  if (byMs === 0) return work();
  globalThis.Date = wrongBy(byMs);
  try {
    return await work();
  } finally {
    globalThis.Date = Real;
  }
}

function wrongBy(byMs: number): DateConstructor {
  return class extends Real {
    constructor(...input: []) {
      super(...((input.length === 0 ? [Real.now() + byMs] : input) as []));
    }

    static override now(): number {
      return Real.now() + byMs;
    }

    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]';
    }
  } as DateConstructor;
}
