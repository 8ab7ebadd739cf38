import { type ReactNode, Suspense, useState } from 'react';

interface OnDemandProps {
  wanted: boolean;
  /** Lazy. */
  children: ReactNode;
}

/** A part whose code is loaded when it is first wanted. It stays from then on, so that it closes with its motion. */
export function OnDemand({ wanted, children }: OnDemandProps) {
  const [was, setWas] = useState(wanted);
  if (wanted && !was) setWas(true);
  return was ? <Suspense>{children}</Suspense> : null;
}
