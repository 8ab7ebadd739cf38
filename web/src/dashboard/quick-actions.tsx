import { ChevronRight, type LucideIcon } from 'lucide-react';
import { useUser } from '../session/session.ts';
import { sectionsOf } from '../shell/sections.tsx';
import { switchSection } from '../shell/switch-section.ts';
import { Card, CardHeader } from '../ui/card.tsx';

interface QuickAction {
  /** Where it leads: the first of these that this role can open. */
  sections: readonly string[];
  label: string;
  note: string;
  icon: LucideIcon;
}

/** Large buttons to the sections that one comes for. */
export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  const { role } = useUser();
  const open = new Set(sectionsOf(role).map(({ key }) => key));
  const possible = actions.flatMap((action) => {
    const key = action.sections.find((section) => open.has(section));
    return key ? [{ ...action, key }] : [];
  });
  if (possible.length === 0) return null;
  return (
    <Card className="flex flex-col">
      <CardHeader title="Quick Actions" />
      <ul className="flex flex-1 flex-col p-2">
        {possible.map(({ key, label, note, icon: Icon }) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => switchSection(key)}
              className="group flex w-full items-center gap-3 rounded-lg p-3 text-left transition-colors hover:bg-surface-2"
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
