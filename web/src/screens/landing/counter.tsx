import { useEffect, useRef, useState } from 'react';
import { formatWhole } from '../../kit/format/format.ts';

const COUNTING_MS = 900;

interface CounterProps {
  label: string;
  value: number;
  /** While false, the counter shows 0 and does not count. */
  known: boolean;
}

/** A large figure that counts up once when its value is known. Later changes show immediately. */
export function Counter({ label, value, known }: CounterProps) {
  const shown = useCountUp(value, known);
  return (
    <div className="flex flex-col-reverse gap-1 px-3">
      <dt className="text-3 sm:text-sm">{label}</dt>
      <dd className="font-semibold text-2xl text-1 tabular-nums tracking-tight sm:text-4xl">
        {formatWhole(shown)}
      </dd>
    </div>
  );
}

function useCountUp(value: number, known: boolean): number {
  const [shown, setShown] = useState(0);
  const counted = useRef(false);
  useEffect(() => {
    if (!known) return;
    if (counted.current || value === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      counted.current = true;
      setShown(value);
      return;
    }
    const start = performance.now();
    let frame = requestAnimationFrame(function count(now) {
      const part = Math.min(1, Math.max(0, now - start) / COUNTING_MS);
      setShown(Math.round(value * (1 - (1 - part) ** 4)));
      if (part < 1) frame = requestAnimationFrame(count);
      else counted.current = true;
    });
    return () => cancelAnimationFrame(frame);
  }, [value, known]);
  return shown;
}
