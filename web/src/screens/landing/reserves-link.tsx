import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { platformStatusQuery } from '../../features/platform/queries.ts';

/** Leads to the proof of reserves while it is published. Stands above the rates, so that nothing moves when it appears. */
export default function ReservesLink() {
  const { data } = useQuery(platformStatusQuery);
  if (!data?.publishesReserves) return null;
  return (
    <p className="absolute inset-x-0 bottom-17 animate-fade-in text-center text-xs sm:bottom-19">
      <Link href="/reserves" className="rounded-sm py-1 text-2 underline underline-offset-4 hover:text-1">
        Proof of reserves
      </Link>
    </p>
  );
}
