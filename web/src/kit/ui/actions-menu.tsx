import { t } from '@sterling/contract/texts.ts';
import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Menu } from './dropdown-menu.tsx';

interface ActionsMenuProps {
  /** Name of the row: 'nova' makes 'Actions for nova'. */
  of: string;
  pending: boolean;
  children: ReactNode;
}

/** The menu at the end of a row. */
export function ActionsMenu({ of, pending, children }: ActionsMenuProps) {
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('Actions for {of}', { of })}
          pending={pending}
          className="-mr-2"
        >
          <EllipsisVertical aria-hidden className="size-4" />
        </Button>
      }
    >
      {children}
    </Menu>
  );
}
