import { AwaitDecisions, Decisions } from '../../features/admin/decisions.tsx';
import { PanelFigures } from '../../features/admin/figures.tsx';
import { People } from '../../features/admin/people.tsx';
import { SystemControls } from '../../features/admin/system-controls.tsx';
import { FactorGate } from '../../features/factors/security-section.tsx';

/** The dashboard section of an admin: decisions first, then figures, people and controls. */
export default function AdminSection() {
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
