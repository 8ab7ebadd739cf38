import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';

/** Replaces a page that the user may not see. Gives the reason and a link. */
export function GateCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <Card className="flex w-full max-w-md flex-col items-center gap-3 p-8 text-center">
        <span aria-hidden className="grid size-11 place-items-center rounded-full border border-line text-3">
          <Lock className="size-5" />
        </span>
        <h1 className="font-semibold text-1 text-xl tracking-tight">{title}</h1>
        <p className="text-2">{text}</p>
        <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>
      </Card>
    </main>
  );
}
