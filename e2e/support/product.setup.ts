import type { TestProject } from 'vitest/node';
import { startProduct } from './product.ts';

export interface RunningProduct {
  readonly origin: string;
  readonly sandbox: string;
  readonly directory: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    product: RunningProduct;
  }
}

/** One product for all stories: each brings the people and things that it needs, and leaves others' alone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { origin, sandbox, directory, stop } = await startProduct();
  project.provide('product', { origin, sandbox, directory });
  return stop;
}
