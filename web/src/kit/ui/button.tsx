import { cva, type VariantProps } from 'class-variance-authority';
import type { LucideIcon } from 'lucide-react';
import * as Slot from 'radix-ui/slot';
import type { ComponentProps, MouseEvent } from 'react';
import { cn } from './class-names.ts';
import { Spinner } from './spinner.tsx';

const styles = cva(
  'relative inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-lg font-medium text-sm transition-colors active:not-disabled:not-aria-disabled:opacity-85 disabled:cursor-not-allowed disabled:opacity-50 large-text:h-auto large-text:min-h-9 large-text:max-w-full large-text:whitespace-normal aria-disabled:cursor-not-allowed aria-disabled:not-aria-busy:opacity-50 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-button text-on-button hover:bg-button-hover',
        secondary: 'border border-line bg-surface-1 text-1 hover:bg-surface-2',
        ghost: 'text-2 hover:bg-surface-2 hover:text-1',
        danger: 'bg-bad text-on-bad hover:opacity-90',
        'danger-quiet': 'border border-line bg-surface-1 text-bad hover:bg-surface-2',
        link: 'h-auto min-h-6 rounded-sm p-0 text-accent underline-offset-4 hover:underline',
      },
      size: {
        sm: 'h-8 px-3',
        md: 'h-10 px-4',
        lg: 'h-12 px-6 text-base',
        icon: 'size-9 sm:size-10',
        'icon-sm': 'size-8',
      },
      wraps: { true: 'h-auto max-w-full shrink whitespace-normal wrap-break-word' },
    },
    compoundVariants: [
      { variant: 'link', className: 'h-auto px-0' },
      { wraps: true, size: 'sm', className: 'min-h-8 py-1.5' },
      { wraps: true, size: 'md', className: 'min-h-10 py-2' },
    ],
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

interface ButtonProps extends ComponentProps<'button'>, Omit<VariantProps<typeof styles>, 'wraps'> {
  /** The text has names or titles, which can be long. It breaks into lines. */
  wraps?: boolean;
  /** Shows a spinner and ignores presses. The width stays the same. */
  pending?: boolean;
  /** Ignores presses and keeps the focus, which `disabled` would lose. For a button that its own press may disable. */
  'aria-disabled'?: boolean;
  /** Applies the style to the only child, such as a link. */
  asChild?: boolean;
}

/** A button, or with `asChild` a link that looks like one. While `pending`, it shows a spinner and ignores clicks. */
export function Button(props: ButtonProps) {
  const { variant, size, wraps, pending, asChild, className, children, ...rest } = props;
  const classes = cn(styles({ variant, size, wraps }), className);
  if (asChild) {
    return (
      <Slot.Root {...rest} className={classes}>
        {children}
      </Slot.Root>
    );
  }
  const isIgnoring = pending || rest['aria-disabled'];
  return (
    <button
      type="button"
      {...rest}
      {...(isIgnoring && IGNORING)}
      aria-busy={pending || rest['aria-busy'] || undefined}
      className={classes}
    >
      {pending ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
          <Spinner className="absolute" />
        </>
      ) : (
        children
      )}
    </button>
  );
}

/** A menu opens before the click, by the pointer or by an arrow key. A click submits a form, even the one after Enter in a field. */
const IGNORING = {
  'aria-disabled': true,
  disabled: false,
  onPointerDown: undefined,
  onKeyDown: undefined,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

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
