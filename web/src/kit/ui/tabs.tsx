import * as Radix from 'radix-ui/tabs';
import type { FocusEvent, KeyboardEvent, PointerEvent, ReactNode } from 'react';

interface Tab {
  key: string;
  label: string;
  content: ReactNode;
}

/** Radix focuses a pressed tab by script, and browsers draw the focus ring then. The ring is for the keyboard only. */
const RING_BY_KEYS = {
  onPointerDown: ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.dataset.pressed = '';
  },
  onKeyDown: ({ currentTarget }: KeyboardEvent<HTMLElement>) => {
    delete currentTarget.dataset.pressed;
  },
  onBlur: ({ currentTarget }: FocusEvent<HTMLElement>) => {
    delete currentTarget.dataset.pressed;
  },
} as const;

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value?: string;
  onChange?: (key: string) => void;
}

/** Panels of which one is shown. Without `value`, it keeps its own choice, first the first tab. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const state = value === undefined ? { defaultValue: tabs[0]?.key } : { value };
  return (
    <Radix.Root {...state} onValueChange={onChange} className="flex flex-col gap-5">
      <Radix.List aria-label={label} className="flex gap-5 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.key}
            value={tab.key}
            {...RING_BY_KEYS}
            className="h-10 rounded-t-sm data-pressed:outline-none focus-visible:-outline-offset-2 whitespace-nowrap border-transparent border-b-2 font-medium text-3 transition-colors hover:text-1 data-[state=active]:border-silver data-[state=active]:text-1"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.key} value={tab.key}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
