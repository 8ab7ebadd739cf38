import { useId } from 'react';
import { cn } from '../../kit/ui/class-names.ts';
import { Switch } from '../../kit/ui/switch.tsx';

interface SwitchRowProps {
  label: string;
  description: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

export function SwitchRow({ label, description, checked, onChange, disabled, className }: SwitchRowProps) {
  const id = useId();
  return (
    <div className={cn('flex items-center justify-between gap-6 px-4 py-4 sm:px-5', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-1">
          {label}
        </label>
        <p id={`${id}-description`} className="text-3">
          {description}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-description`}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
      />
    </div>
  );
}
