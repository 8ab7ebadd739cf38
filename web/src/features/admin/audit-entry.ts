import type { AuditEntry } from '@sterling/contract/admin.ts';
import { formatCents, formatUsd } from '../../kit/format/format.ts';
import { humanised } from './facts.ts';

export interface Change {
  readonly name: string;
  /** 'no → yes', or the value alone if only one side exists. */
  readonly text: string;
}

/** The changed fields of an audit entry. Leaves out unchanged fields. Formats money as dollars. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((key) => ({ key, from: shown(key, was[key]), to: shown(key, is[key]) }))
    .filter(({ from, to }) => from !== to)
    .map(({ key, from, to }) => ({
      name: humanised(key.replace(UNIT, '')) || 'Amount',
      text: key in was && key in is ? `${from} → ${to}` : key in is ? to : from,
    }));
}

/** Names of money fields end in their unit. */
const UNIT = /(?:cents|usd)$/i;

/** The first change on one line, with the name of its setting in front. '–' if nothing was recorded. */
export function summaryOf(entry: Pick<AuditEntry, 'action' | 'subjectId' | 'before' | 'after'>): string {
  const [first, ...more] = changesOf(entry);
  if (!first) return '–';
  const change = `${first.name}: ${first.text}${more.length > 0 ? ', …' : ''}`;
  const isSetting = entry.action === 'settings.changed' && entry.subjectId;
  return isSetting ? `${humanised(entry.subjectId ?? '')} · ${change}` : change;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
    ? { ...value }
    : value === null || value === undefined
      ? {}
      : { value };

function shown(key: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value !== 'number' || !UNIT.test(key)) return String(value);
  return key.toLowerCase().endsWith('cents') ? formatCents(value) : formatUsd(value);
}
