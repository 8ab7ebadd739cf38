/** Whole numbers from 0 to below `most`, the same ones for a seed each time. */
export function seeded(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}
