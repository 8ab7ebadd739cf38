import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'size' | 'asChild' | 'children'> {
  label: string;
  icon: LucideIcon;
}

/** A small button with an icon. Its label is for screen readers. */
export function IconButton({ label, icon: Icon, ...rest }: IconButtonProps) {
  return (
    <Button variant="ghost" {...rest} size="icon-sm" aria-label={label}>
      <Icon aria-hidden className="size-4" />
    </Button>
  );
}
