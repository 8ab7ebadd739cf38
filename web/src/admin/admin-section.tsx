import { AwaitDecisions } from './await-decisions.tsx';
import { Decisions } from './decisions.tsx';
import { PanelFigures } from './figures.tsx';
import { People } from './people.tsx';
import { SystemControls } from './system-controls.tsx';

/** The dashboard section of an admin: decisions first, then figures, people and controls. */
export default function AdminSection() {
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <Decisions />
      <AwaitDecisions>
        <PanelFigures />
        <People />
        <SystemControls />
      </AwaitDecisions>
    </div>
  );
}
