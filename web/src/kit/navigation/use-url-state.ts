import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type * as z from 'zod/mini';
import { acceptedParams, addressWith, type Changes } from './address.ts';

interface Step {
  /** Replaces the address, as for typed text. Otherwise Back returns to the state before. */
  readonly replace?: boolean;
}

/**
 * State of a page in its address, so that Back, a reload and a shared link restore it. A schema checks the
 * values; one that it refuses counts as absent. The prefix tells lists of one page from each other.
 */
export function useUrlState<Name extends string>(
  schema: z.ZodMiniType | undefined,
  names: readonly Name[],
  prefix = '',
) {
  const [params] = useSearchParams();
  const state = useMemo(() => acceptedParams(params, schema, names, prefix), [params, schema, names, prefix]);
  const change = useCallback(
    (changes: Partial<Record<Name, string | undefined>>, { replace = false }: Step = {}) => {
      const named: Changes = Object.fromEntries(
        Object.entries(changes).map(([name, value]) => [prefix + name, value as string | undefined]),
      );
      const address = addressWith(window.location, named);
      if (address !== addressWith(window.location, {}))
        navigate(address, { replace, state: replace ? history.state : null });
    },
    [prefix],
  );
  return [state, change] as const;
}
