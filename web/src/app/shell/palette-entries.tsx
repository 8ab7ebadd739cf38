import type { User } from '@sterling/contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { ArrowLeftRight, Gamepad2, Handshake, type LucideIcon, Tag, UserRound } from 'lucide-react';
import { cn } from '../../kit/ui/class-names.ts';
import { type Hit, paletteQuery } from './palette-search.ts';

/** The look of a group of the palette. */
export const GROUP =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-3 [&_[cmdk-group-heading]]:text-xs';

const ENTRY =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 text-1 data-[selected=true]:bg-surface-2';

interface EntryProps {
  label: string;
  icon: LucideIcon;
  /** Other names that find the entry. */
  keywords?: string[];
  onSelect: () => void;
}

export function Entry({ label, icon: Icon, keywords, onSelect }: EntryProps) {
  return (
    <Command.Item onSelect={onSelect} {...(keywords && { keywords })} className={ENTRY}>
      <Icon aria-hidden className="size-4 text-3" />
      {label}
    </Command.Item>
  );
}

const ICONS: Readonly<Record<Hit['kind'], LucideIcon>> = {
  order: Gamepad2,
  trade: Handshake,
  transfer: ArrowLeftRight,
  listing: Tag,
  user: UserRound,
};

/** What the text finds on the server. The server has matched it already, so the palette does not filter it again. */
export function Found({ user, text, onSelect }: { user: User; text: string; onSelect: (hit: Hit) => void }) {
  const { data: hits, isFetching } = useQuery(paletteQuery(user, text));
  if (!text || !hits || hits.length === 0) {
    return (
      <Command.Empty className="px-3 py-8 text-center text-3">
        {isFetching ? 'Searching…' : 'No results.'}
      </Command.Empty>
    );
  }
  return (
    <Command.Group heading="Found" forceMount className={GROUP}>
      {hits.map((hit) => {
        const Icon = ICONS[hit.kind];
        return (
          <Command.Item
            key={hit.key}
            value={`found ${hit.key}`}
            forceMount
            onSelect={() => onSelect(hit)}
            className={cn(ENTRY, 'py-1.5')}
          >
            <Icon aria-hidden className="size-4 shrink-0 text-3" />
            <span className="min-w-0">
              <span className="block truncate">{hit.label}</span>
              <span className="block truncate text-3 text-xs">{hit.note}</span>
            </span>
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}
