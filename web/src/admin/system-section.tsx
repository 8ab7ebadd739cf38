import { AuditLog } from './audit-log.tsx';
import { SystemControls } from './system-controls.tsx';

/** The controls of the whole platform, and who used them. */
export default function SystemSection() {
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <SystemControls />
      <AuditLog />
    </div>
  );
}
