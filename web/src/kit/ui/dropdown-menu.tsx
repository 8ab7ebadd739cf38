import { t } from '@sterling/contract/texts.ts';
import { Check, EllipsisVertical, type LucideIcon } from 'lucide-react';
import * as Radix from 'radix-ui/dropdown-menu';
import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { cn } from './class-names.ts';

interface MenuProps {
  /** The button that opens the menu. Radix sets its `aria-haspopup=menu`. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  className?: string;
}

/** A menu that opens at its trigger. */
export function Menu({ trigger, children, align = 'end', side = 'bottom', className }: MenuProps) {
  return (
    // Not modal and without a portal, so that it stays in its landmark and the page stays readable.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          'z-50 min-w-52 rounded-xl bg-surface-1 p-1 shadow-float data-[state=open]:animate-pop-in',
          className,
        )}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

const ITEM =
  'flex h-9 cursor-pointer select-none items-center gap-2.5 rounded-lg px-2.5 text-sm outline-none data-disabled:cursor-default data-highlighted:bg-surface-2';

interface MenuItemProps extends ComponentProps<typeof Radix.Item> {
  icon?: LucideIcon;
  danger?: boolean;
}

/** An action in a menu. `danger`: it deletes or stops something. */
export function MenuItem({ icon: Icon, danger, className, children, ...rest }: MenuItemProps) {
  return (
    <Radix.Item
      {...rest}
      className={cn(ITEM, danger ? 'text-bad' : 'text-1', 'data-disabled:text-3', className)}
    >
      {Icon && <Icon aria-hidden className={cn('size-4', !danger && 'text-3')} />}
      {children}
    </Radix.Item>
  );
}

interface MenuChoicesProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  children: ReactNode;
}

/** Menu items for a single choice. */
export function MenuChoices<Value extends string>({ value, onChange, children }: MenuChoicesProps<Value>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
      {children}
    </Radix.RadioGroup>
  );
}

interface MenuChoiceProps extends ComponentProps<typeof Radix.RadioItem> {
  icon?: LucideIcon;
}

/** One of several values, the chosen one with a tick. */
export function MenuChoice({ icon: Icon, className, children, ...rest }: MenuChoiceProps) {
  return (
    <Radix.RadioItem {...rest} className={cn(ITEM, 'text-1 data-disabled:text-2', className)}>
      {Icon && <Icon aria-hidden className="size-4 text-3" />}
      {children}
      <Radix.ItemIndicator className="ml-auto">
        <Check aria-hidden className="size-4 text-accent" />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 font-medium text-3 text-xs">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-1 my-1 h-px bg-line" />;
}

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
        <IconButton
          icon={EllipsisVertical}
          label={t('Actions for {of}', { of })}
          pending={pending}
          className="-mr-2"
        />
      }
    >
      {children}
    </Menu>
  );
}
