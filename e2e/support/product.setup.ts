import type { TestProject } from 'vitest/node';
import { ensureWebBuild } from '../../scripts/web-build.ts';
import { type Product, startProduct } from './product.ts';

export interface RunningProduct {
  readonly origin: string;
  readonly sandbox: string;
  readonly directory: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    products: readonly RunningProduct[];
  }
}

/**
 * A product for each story that is told immediately (own-product.ts says which is whose): all stories share it in turn, bring
 * the people and things that they need, and leave others' alone.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // once for all of them
  await ensureWebBuild();
  // without a product no story is told: a machine that was too busy for one gets a second try
  const start = () => startProduct().catch(() => startProduct());
  const products = await Promise.all(Array.from({ length: project.config.maxWorkers }, start));
  project.provide('products', products.map(whereabouts));
  return async () => {
    await Promise.all(products.map(({ stop }) => stop()));
  };
}

const whereabouts = ({ origin, sandbox, directory }: Product): RunningProduct => ({
  origin,
  sandbox,
  directory,
});
