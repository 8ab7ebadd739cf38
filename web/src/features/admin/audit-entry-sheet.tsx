import type { AuditEntry } from '@sterling/contract/admin.ts';
import type { ReactNode } from 'react';
import { displayName } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { SideSheet } from '../../kit/ui/side-sheet.tsx';
import { changesOf, labelOf, subjectOf } from './audit-entry.ts';
import { humanised } from './facts.ts';

/** All recorded details of one audit entry. */
export default function AuditEntrySheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const subject = subjectOf(entry);
  return (
    <SideSheet
      onClose={onClose}
      title={labelOf(entry)}
      description={`${entry.actor ? displayName(entry.actor) : 'The system'}, ${formatTime(entry.at)}`}
    >
      <dl className="flex flex-col divide-y divide-line">
        {entry.reason && <Line name="Reason">{entry.reason}</Line>}
        {entry.subjectId && (
          <Line name="About">
            {subject ? (
              subject
            ) : entry.action === 'settings.changed' ? (
              humanised(entry.subjectId)
            ) : (
              <span className="break-all font-mono text-xs">{entry.subjectId}</span>
            )}
            <CopyButton text={entry.subjectId} what="subject" />
          </Line>
        )}
        {changesOf(entry).map(({ name, text }) => (
          <Line key={name} name={name}>
            <span className="break-words">{text}</span>
          </Line>
        ))}
        {entry.ip && <Line name="IP address">{entry.ip}</Line>}
      </dl>
    </SideSheet>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-6 py-2">
      <dt className="shrink-0 text-3">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 text-right text-1">{children}</dd>
    </div>
  );
}
