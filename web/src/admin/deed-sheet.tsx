import type { AuditEntry } from '@sterling/contract/admin.ts';
import type { ReactNode } from 'react';
import { displayName } from '../format.ts';
import { formatTime } from '../format-time.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { SideSheet } from '../ui/side-sheet.tsx';
import { changesOf } from './deed.ts';
import { humanised } from './facts.ts';

/** All recorded details of one audit entry. */
export default function DeedSheet({ deed, onClose }: { deed: AuditEntry; onClose: () => void }) {
  return (
    <SideSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={humanised(deed.action)}
      description={`${deed.actor ? displayName(deed.actor) : 'The system'}, ${formatTime(deed.at)}`}
    >
      <dl className="flex flex-col divide-y divide-line">
        {deed.reason && <Line name="Reason">{deed.reason}</Line>}
        {deed.subjectId && (
          <Line name="About">
            {deed.subject ? (
              displayName(deed.subject)
            ) : deed.action === 'settings.changed' ? (
              humanised(deed.subjectId)
            ) : (
              <span className="break-all font-mono text-xs">{deed.subjectId}</span>
            )}
            <CopyButton text={deed.subjectId} what="subject" />
          </Line>
        )}
        {changesOf(deed).map(({ name, text }) => (
          <Line key={name} name={name}>
            <span className="break-words">{text}</span>
          </Line>
        ))}
        {deed.ip && <Line name="IP address">{deed.ip}</Line>}
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
