import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';

interface Tab {
  key: string;
  label: string;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value?: string;
  onChange?: (key: string) => void;
}

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const state = value === undefined ? { defaultValue: tabs[0]?.key } : { value };
  return (
    <Radix.Root {...state} onValueChange={onChange} className="flex flex-col gap-5">
      <Radix.List aria-label={label} className="flex gap-5 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.key}
            value={tab.key}
            className="h-10 rounded-t-sm focus-visible:-outline-offset-2 whitespace-nowrap border-transparent border-b-2 font-medium text-3 transition-colors hover:text-1 data-[state=active]:border-silver data-[state=active]:text-1"
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
