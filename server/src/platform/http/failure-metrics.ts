import client, { type Registry } from 'prom-client';
import type { Services } from '../../services.ts';
import { callCounts } from '../outside-calls.ts';

/** Metrics of what fails outside of this process: writes that the database refuses, and calls to other sites. */
export function addFailureMetrics(
  registry: Registry,
  { refusedWrites }: Pick<Services, 'refusedWrites'>,
): void {
  new client.Counter({
    name: 'sterling_refused_writes_total',
    help: 'Writes that the database refused because its disk is full or it is read-only',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(refusedWrites.count());
    },
  });
  new client.Counter({
    name: 'sterling_outside_calls_total',
    help: 'Calls of this process to other sites, without those through proxies and to people’s receivers',
    labelNames: ['host', 'outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { host, answered, failed } of callCounts()) {
        this.inc({ host, outcome: 'answered' }, answered);
        this.inc({ host, outcome: 'failed' }, failed);
      }
    },
  });
}
