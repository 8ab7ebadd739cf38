import { ChevronRight, type LucideIcon } from 'lucide-react';
import { useUser } from '../session/session.ts';
import { sectionsOf } from '../shell/sections.tsx';
import { switchSection } from '../shell/switch-section.ts';
import { Card, CardHeader } from '../ui/card.tsx';

interface QuickAction {
  /** The section that it opens; left out for a role that cannot open it. */
  section: string;
  label: string;
  note: string;
  icon: LucideIcon;
  /** What it does instead of opening the section. */
  act?: () => void;
}

/** Large buttons to what one comes for. */
export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  const { role } = useUser();
  const open = new Set(sectionsOf(role).map(({ key }) => key));
  const possible = actions.filter(({ section, act }) => act || open.has(section));
  if (possible.length === 0) return null;
  return (
    <Card className="flex flex-col">
      <CardHeader title="Quick Actions" />
      <ul className="flex flex-1 flex-col divide-y divide-line">
        {possible.map(({ section, label, note, icon: Icon, act }) => (
          <li key={label} className="flex min-h-17 flex-1 last:[&>button]:rounded-b-xl">
            <button
              type="button"
              onClick={act ?? (() => switchSection(section))}
              className="flex w-full items-center gap-3 px-5 py-3 text-left transition-colors hover:bg-surface-2/50"
            >
              <span
                aria-hidden
                className="grid size-10 shrink-0 place-items-center rounded-lg border border-line text-silver"
              >
                <Icon className="size-5" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium text-1">{label}</span>
                <span className="block text-3 text-xs">{note}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 text-3" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
