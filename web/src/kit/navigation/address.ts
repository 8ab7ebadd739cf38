import * as z from 'zod/mini';
import { fieldOf } from '../../data/schema-fields.ts';

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
