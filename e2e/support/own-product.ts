import { inject } from 'vitest';

/** The running product that this story has to itself while it is told; before and after it, others have it. */
export const product = inject('products')[Number(process.env.VITEST_POOL_ID) - 1]!;
