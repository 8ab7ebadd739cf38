import { AuditLog } from '../../features/admin/audit-log.tsx';
import { SystemControls } from '../../features/admin/system-controls.tsx';
import { FactorGate } from '../../features/factors/security-section.tsx';

/** The platform controls and the audit log. */
export default function SystemSection() {
  return (
    <FactorGate>
      <div className="flex flex-col gap-4 md:gap-6">
        <SystemControls />
        <AuditLog />
      </div>
    </FactorGate>
  );
}
