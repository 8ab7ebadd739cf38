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
 * Starts one product for each test worker (own-product.ts picks it). Its stories run one after another. Each story creates
 * the users and items that it needs, and does not touch those of others.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // all products share one build
  await ensureWebBuild();
  // no story can run without a product, so a busy machine gets a second try
  const start = () => startProduct().catch(() => startProduct());
  const products = await Promise.all(Array.from({ length: project.config.maxWorkers }, start));
  project.provide('products', products.map(runningProduct));
  return async () => {
    await Promise.all(products.map(({ stop }) => stop()));
  };
}

const runningProduct = ({ origin, sandbox, directory }: Product): RunningProduct => ({
  origin,
  sandbox,
  directory,
});
