import type * as z from 'zod/mini';

/** Required access. `buyer`, `seller` and `admin` name the required role. Admins may call sellers' endpoints too, and owners everything. */
export type Access = 'anonymous' | 'signed-in' | 'buyer' | 'seller' | 'admin' | 'owner';

/** What an API credential may do. No scope reaches withdrawals, staff powers, or the protection of the account. */
export type ApiScope = 'read' | 'trade' | 'manage-accounts';

/**
 * When a person with a second factor must have passed a fresh check: before every call, or before a call whose input requires
 * it. The caller gets step_up_required, passes the check, and repeats the call.
 */
export type StepUp = 'always' | 'by-input';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint as data. The route, the typed client and the OpenAPI page are derived from it. */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: Method;
  /** Path with `{name}` parameters, such as `/api/users/{id}`. */
  readonly path: string;
  readonly access: Access;
  /** Scope that opens the call to API credentials. Without one, only a session can make the call. */
  readonly scope?: ApiScope;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  /** Status on success; 200 by default. */
  readonly status?: 200 | 201;
  /** Accepts an `Idempotency-Key` header, because a repeat must not have a second effect. */
  readonly idempotent?: true;
  /** Moves or reserves money, commits to later purchases, or may do so. An emergency stop refuses it. */
  readonly movesMoney?: true;
  /** Owners may call it during an emergency stop although it moves money, because it settles what has to be settled before the stop is lifted. */
  readonly duringStop?: true;
  /** People may call it during maintenance, like the logout. */
  readonly duringMaintenance?: true;
  /**
   * Protects a person or the money from a thief, or is needed for such a call. It is counted per session only, so that a thief with
   * another session or in the same network cannot use up a limit and so block it.
   */
  readonly protects?: true;
  /** Money, power or protection depends on this call, so a stolen session must not be enough for it. */
  readonly stepUp?: StepUp;
  /** Pages poll this read. Its answer keeps an ETag; all other private answers are not stored anywhere. */
  readonly polled?: true;
  /** The guards on writes (maintenance, action limit) do not apply: the call changes nothing, or nothing that they protect. A repeat does no harm. */
  readonly unguarded?: true;
  /** Largest body in bytes, for a call that carries a file. All other calls share one limit. */
  readonly bodyBytes?: number;
  /**
   * How often a person may make this call in a minute, with sessions and tokens together, because it costs more than a read. A
   * network may make it five times as often.
   */
  readonly perMinute?: number;
  /** Answers with server-sent events until the caller disconnects. The data of each event matches `reply`. */
  readonly stream?: true;
}

/** An endpoint whose calls carry an idempotency key. */
export type IdempotentEndpoint = Endpoint & { readonly idempotent: true };

/** Returns the definition unchanged, with the types of its schemas. */
export function endpoint<
  Reply extends z.ZodMiniType,
  Params extends z.ZodMiniType = z.ZodMiniType<Nothing>,
  Query extends z.ZodMiniType = z.ZodMiniType<Nothing>,
  Body extends z.ZodMiniType = z.ZodMiniType<Nothing>,
  Mark extends Pick<IdempotentEndpoint, 'idempotent'> | Unmarked = Unmarked,
>(definition: Endpoint<Params, Query, Body, Reply> & Mark): Endpoint<Params, Query, Body, Reply> & Mark {
  return definition;
}

type Unmarked = Record<never, never>;

export type Nothing = undefined;

type SchemaOf<E, Part extends 'params' | 'query' | 'body'> =
  E extends Endpoint<infer P, infer Q, infer B> ? { params: P; query: Q; body: B }[Part] : never;

/** Decoded values, as a handler gets them. */
export type Decoded<E, Part extends 'params' | 'query' | 'body'> = z.output<SchemaOf<E, Part>>;

/** Encoded values, as a client sends them. */
export type Given<E, Part extends 'params' | 'query' | 'body'> = z.input<SchemaOf<E, Part>>;

/** Type of the reply. */
export type ReplyOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;

/** A client's whole input: the parts that the endpoint has. */
export type InputOf<E> = {
  [Part in 'params' | 'query' | 'body' as Given<E, Part> extends Nothing ? never : Part]: Given<E, Part>;
};

/** Whether the guards on writes apply to an endpoint. */
export const isGuardedWrite = ({ method, unguarded }: Pick<Endpoint, 'method' | 'unguarded'>): boolean =>
  method !== 'GET' && !unguarded;

/** Whether an endpoint belongs to staff. */
export const isForStaff = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access === 'admin' || access === 'owner';

export interface CallerRights {
  readonly role: 'buyer' | 'seller' | 'admin';
  readonly isOwner: boolean;
  /** Buyer and seller at the same time: an API credential of a person who can switch between the two roles. */
  readonly hasBothRoles?: boolean;
}

/** Whether a caller (null: no session) may call an endpoint. Admins may call sellers' endpoints, and not buyers'. */
export function mayCall(access: Access, caller: CallerRights | null): boolean {
  if (access === 'anonymous') return true;
  if (!caller) return false;
  if (caller.isOwner || access === 'signed-in') return true;
  if (caller.hasBothRoles) return access === 'buyer' || access === 'seller';
  if (access === 'seller') return caller.role === 'seller' || caller.role === 'admin';
  return caller.role === access;
}
