import { inject } from 'vitest';

/** The running product of this test worker. No other story uses it at the same time. Other stories use it before and after. */
export const product = inject('products')[Number(process.env.VITEST_POOL_ID) - 1]!;
