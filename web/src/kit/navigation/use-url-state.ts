import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import * as z from 'zod/mini';
import { fieldOf } from '../../data/schema-fields.ts';

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

/** Parameters of an address. Undefined and empty: the parameter is absent. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** The present address with some parameters changed. */
export function addressWith({ pathname, search, hash }: Location, changes: Changes): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return `${pathname}${params.size > 0 ? `?${params}` : ''}${hash}`;
}

/** The parameters that a schema with these fields accepts. Any other value counts as absent. */
export function acceptedParams<Name extends string>(
  params: URLSearchParams,
  schema: z.ZodMiniType | undefined,
  names: readonly Name[],
  prefix = '',
): Partial<Record<Name, string>> {
  const isAccepted = (name: Name, value: string | null) => {
    const field = fieldOf(schema, name);
    return value !== null && field !== undefined && z.safeParse(field, value).success;
  };
  const entries = names.map((name) => [name, params.get(prefix + name)] as const);
  return Object.fromEntries(entries.filter(([name, value]) => isAccepted(name, value))) as Partial<
    Record<Name, string>
  >;
}
