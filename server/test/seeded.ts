/** A random generator of integers in [0, most). The same seed gives the same numbers. */
export function seeded(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}
