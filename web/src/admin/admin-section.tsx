import { BelowDecisions } from './below-decisions.tsx';
import { Decisions } from './decisions.tsx';
import { PanelFigures } from './figures.tsx';
import { People } from './people.tsx';
import { SystemControls } from './system-controls.tsx';

/** The admin's section of the dashboard: decisions first, then figures, people and the controls. */
export default function AdminSection() {
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <Decisions />
      <BelowDecisions>
        <PanelFigures />
        <People />
        <SystemControls />
      </BelowDecisions>
    </div>
  );
}
