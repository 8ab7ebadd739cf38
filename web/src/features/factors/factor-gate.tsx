import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../kit/ui/card.tsx';
import { SkeletonRows } from '../../kit/ui/skeleton.tsx';
import { SecuritySection } from './security-section.tsx';
import { securityQuery } from './use-factors.ts';

/** Shows pages of staff. Where staff need a second factor, a person without one sets it up here first. */
export function FactorGate({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery(securityQuery);
  if (isPending) return <SkeletonRows rows={4} />;
  if (!data?.isRequired || data.factors.length > 0) return children;
  return (
    <Card className="w-full max-w-xl self-center p-5">
      <SecuritySection />
    </Card>
  );
}
