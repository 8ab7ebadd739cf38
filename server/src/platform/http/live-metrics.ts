import client, { type Registry } from 'prom-client';
import type { Services } from '../../services.ts';

/** Metrics of the snapshots for polled reads, and of the connection that receives change events. */
export function addLiveMetrics(
  registry: Registry,
  { snapshots, changes }: Pick<Services, 'snapshots' | 'changes'>,
): void {
  const labelNames = ['path'] as const;
  const registers = [registry];
  new client.Gauge({
    name: 'sterling_snapshot_age_seconds',
    help: 'Age of a cached answer; above two seconds only when nobody requests it',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { name, ageMs } of snapshots.figures())
        if (ageMs !== null) this.set({ path: name }, ageMs / 1000);
    },
  });
  for (const [what, help] of [
    ['rebuilds', 'Times that an answer was rebuilt'],
    ['failures', 'Times that a rebuild failed'],
  ] as const) {
    new client.Counter({
      name: `sterling_snapshot_${what}_total`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const { name, [what]: count } of snapshots.figures()) this.inc({ path: name }, count);
      },
    });
  }
  new client.Gauge({
    name: 'sterling_hears_changes',
    help: '1 while this process is connected to receive change events',
    registers,
    collect() {
      this.set(changes.isConnected() ? 1 : 0);
    },
  });
}
