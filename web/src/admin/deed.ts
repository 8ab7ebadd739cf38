import type { AuditEntry } from '@sterling/contract/admin.ts';
import { humanised } from './facts.ts';

export interface Change {
  readonly name: string;
  /** 'false → true', or the value alone where there is no other side. */
  readonly text: string;
}

/** What a deed changed, field by field; what stayed the same is left out. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => shown(was[key]) !== shown(is[key]))
    .map((key) => ({
      name: humanised(key),
      text: key in was && key in is ? `${shown(was[key])} → ${shown(is[key])}` : shown(is[key] ?? was[key]),
    }));
}

/** The first change on one line, after the setting that it is of; '–' where nothing was written down. */
export function summaryOf(deed: Pick<AuditEntry, 'action' | 'subjectId' | 'before' | 'after'>): string {
  const [first, ...more] = changesOf(deed);
  if (!first) return '–';
  const change = `${first.name}: ${first.text}${more.length > 0 ? ', …' : ''}`;
  const isSetting = deed.action === 'settings.changed' && deed.subjectId;
  return isSetting ? `${humanised(deed.subjectId ?? '')} · ${change}` : change;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
    ? { ...value }
    : value === null || value === undefined
      ? {}
      : { value };

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? 'none'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
