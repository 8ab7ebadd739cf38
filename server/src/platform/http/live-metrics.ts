import client, { type Registry } from 'prom-client';
import type { Services } from '../../services.ts';

/** What is held in memory for polled reads, and whether this process hears of changes. */
export function addLiveMetrics(
  registry: Registry,
  { snapshots, changes }: Pick<Services, 'snapshots' | 'changes'>,
): void {
  const labelNames = ['path'] as const;
  const registers = [registry];
  new client.Gauge({
    name: 'sterling_snapshot_age_seconds',
    help: 'Age of a held answer; more than two seconds only where nobody asks',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { name, ageMs } of snapshots.figures())
        if (ageMs !== null) this.set({ path: name }, ageMs / 1000);
    },
  });
  for (const [what, help] of [
    ['rebuilds', 'Times an answer was read anew'],
    ['failures', 'Times it could not be read'],
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
    help: '1 while the connection is open by which this process hears of changes',
    registers,
    collect() {
      this.set(changes.isConnected() ? 1 : 0);
    },
  });
}
