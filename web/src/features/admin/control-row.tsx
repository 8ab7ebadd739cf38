import type { ReactNode } from 'react';

interface ControlRowProps {
  title: ReactNode;
  description: ReactNode;
  /** The control. It stands at the right, and buttons stand below the text on a phone. */
  children: ReactNode;
}

/** A platform control with its description. */
export function ControlRow({ title, description, children }: ControlRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-4 sm:gap-x-6 sm:px-5">
      <div className="min-w-0 flex-1 basis-36 sm:basis-60">
        <div className="font-medium text-1">{title}</div>
        <p className="text-3">{description}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:has-[>button:not([role=combobox])]:w-full max-sm:[&>button]:grow">
        {children}
      </div>
    </div>
  );
}
