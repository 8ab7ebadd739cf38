import type { Config } from '../server/src/config.ts';
// declares the values that the test setup provides to vitest
import type {} from '../server/test/postgres.setup.ts';
import { type ProductProcess, startProcess } from '../server/test/processes.ts';
import { type OrderBench, openOrderBench } from './order-bench.ts';
import { type Sandbox, startSandbox } from './shop.ts';

/** The database of an order bench, a sandbox, and processes of the product as in production. The limits of actions are off. */
export interface Product {
  readonly bench: OrderBench;
  readonly sandbox: Sandbox;
  start(role: Config['role']): Promise<ProductProcess>;
  close(): Promise<void>;
}

export async function openProduct(): Promise<Product> {
  const bench = await openOrderBench();
  const { directory } = bench;
  const sandbox = await startSandbox(directory);
  const running: ProductProcess[] = [];
  return {
    bench,
    sandbox,
    start: async (role) => {
      const env = { ACTION_LIMIT: 'off' };
      const process = await startProcess(role, {
        databaseUrl: bench.url,
        sandboxUrl: sandbox.url,
        directory,
        env,
      });
      running.push(process);
      return process;
    },
    close: async () => {
      for (const each of running) await each.stop();
      await sandbox.close();
      await bench.close();
    },
  };
}
