import type { ReactNode } from 'react';

interface ControlRowProps {
  title: ReactNode;
  description: ReactNode;
  /** The control, at the right; below on a phone. */
  children: ReactNode;
}

/** One lever of the platform with what it does. */
export function ControlRow({ title, description, children }: ControlRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <div className="font-medium text-1">{title}</div>
        <p className="text-3">{description}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}
