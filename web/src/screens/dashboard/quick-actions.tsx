import { ChevronRight, type LucideIcon } from 'lucide-react';
import { useUser } from '../../features/session/session.ts';
import { sectionsOf } from '../../kit/navigation/find-section.ts';
import { switchSection } from '../../kit/navigation/switch-section.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';

interface QuickAction {
  /** The section that the button opens. The button is hidden for roles that cannot open it. */
  section: string;
  label: string;
  note: string;
  icon: LucideIcon;
  /** Replaces opening the section. */
  act?: () => void;
}

/** Large buttons for the most common tasks. */
export function QuickActions({
  actions,
  className,
}: {
  actions: readonly QuickAction[];
  className?: string;
}) {
  const { role } = useUser();
  const open = new Set(sectionsOf(role).map(({ key }) => key));
  const possible = actions.filter(({ section, act }) => act || open.has(section));
  if (possible.length === 0) return null;
  return (
    <Card className={className}>
      <CardHeader title="Quick Actions" />
      <ul className="divide-y divide-line">
        {possible.map(({ section, label, note, icon: Icon, act }) => (
          <li key={label} className="flex min-h-17 last:[&>button]:rounded-b-xl">
            <button
              type="button"
              onClick={act ?? (() => switchSection(section))}
              className="flex w-full items-center gap-3 px-4 py-3 text-left transition-colors hover:bg-surface-2/50 sm:px-5"
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
              <ChevronRight aria-hidden className="size-4 shrink-0 text-3" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
