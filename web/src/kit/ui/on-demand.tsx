import { type ReactNode, Suspense, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

interface OnDemandProps {
  wanted: boolean;
  /** A lazy component. */
  children: ReactNode;
}

/** Loads its child on first use. The child then stays mounted, so that its closing animation can run. */
export function OnDemand({ wanted, children }: OnDemandProps) {
  const [was, setWas] = useState(wanted);
  if (wanted && !was) setWas(true);
  return was ? (
    <ErrorBoundary silent>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  ) : null;
}
