import { AuditLog } from '../../features/admin/audit-log.tsx';
import { AwaitDecisions, Decisions } from '../../features/admin/decisions.tsx';
import { PanelFigures } from '../../features/admin/figures.tsx';
import { People } from '../../features/admin/people.tsx';
import { SystemControls } from '../../features/admin/system-controls.tsx';
import { FactorGate } from '../../features/factors/security-section.tsx';

/** The dashboard section of an admin: decisions first, then figures, people and controls. */
export function AdminSection() {
  return (
    <FactorGate>
      <div className="flex flex-col gap-4 md:gap-6">
        <Decisions />
        <AwaitDecisions>
          <PanelFigures />
          <People />
          <SystemControls />
        </AwaitDecisions>
      </div>
    </FactorGate>
  );
}

/** The platform controls and the audit log. */
export function SystemSection() {
  return (
    <FactorGate>
      <div className="flex flex-col gap-4 md:gap-6">
        <SystemControls />
        <AuditLog />
      </div>
    </FactorGate>
  );
}
