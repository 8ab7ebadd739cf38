import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * Processor seconds of these processes and all their children, including children that have ended. Linux only: NaN on
 * other systems.
 */
export function processorSeconds(roots: readonly number[]): number {
  try {
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statOf(Number(name)));
    const family = new Set(roots);
    for (let size = 0; size < family.size; ) {
      size = family.size;
      for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
    }
    const ticks = processes.filter(({ pid }) => family.has(pid)).reduce((sum, one) => sum + one.ticks, 0);
    return ticks / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

/** Empty if the process has ended in the meantime. */
function statOf(pid: number): { pid: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name of the program, in parentheses, may contain spaces
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [own, children] = [fields[11]! + fields[12]!, fields[13]! + fields[14]!];
    return [{ pid, parent: fields[1]!, ticks: own + children }];
  } catch {
    return [];
  }
}
