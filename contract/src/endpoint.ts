import type * as z from 'zod/mini';

/** Who may call: `buyer`, `seller` and `admin` name the role that is needed; the owner passes every one of them. */
export type Access = 'anonymous' | 'signed-in' | 'buyer' | 'seller' | 'admin' | 'owner';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call as data: the route, the typed client and the OpenAPI page are all made from it. */
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
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly reply: Reply;
  /** Status of success; 200 unless said. */
  readonly status?: 200 | 201;
  /** Takes an `Idempotency-Key` header: the call moves or promises money. */
  readonly idempotent?: true;
  /** The call has no effect of its own: guards on writes (maintenance, action limit) leave it alone. */
  readonly readOnly?: true;
  /** Answers for as long as the caller stays: server-sent events, each with data as `reply` says. */
  readonly stream?: true;
}

/** Names an endpoint; exists only so that its schemas' types are kept. */
export function endpoint<
  Reply extends z.ZodMiniType,
  Params extends z.ZodMiniType = z.ZodMiniType<Nothing>,
  Query extends z.ZodMiniType = z.ZodMiniType<Nothing>,
  Body extends z.ZodMiniType = z.ZodMiniType<Nothing>,
>(definition: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return definition;
}

export type Nothing = undefined;

type SchemaOf<E, Part extends 'params' | 'query' | 'body'> =
  E extends Endpoint<infer P, infer Q, infer B> ? { params: P; query: Q; body: B }[Part] : never;

/** What a handler gets: decoded values. */
export type Decoded<E, Part extends 'params' | 'query' | 'body'> = z.output<SchemaOf<E, Part>>;

/** What a client gives: values as they go over the wire. */
export type Given<E, Part extends 'params' | 'query' | 'body'> = z.input<SchemaOf<E, Part>>;

/** What comes back. */
export type ReplyOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;

/** A client's whole input: only the parts that the endpoint has. */
export type InputOf<E> = {
  [Part in 'params' | 'query' | 'body' as Given<E, Part> extends Nothing ? never : Part]: Given<E, Part>;
};

export interface Asker {
  readonly role: 'buyer' | 'seller' | 'admin';
  readonly isOwner: boolean;
}

/** Whether someone (null: nobody signed in) may make a call. Sellers' calls are open to admins, buyers' are not. */
export function mayCall(access: Access, asker: Asker | null): boolean {
  if (access === 'anonymous') return true;
  if (!asker) return false;
  if (asker.isOwner || access === 'signed-in') return true;
  if (access === 'seller') return asker.role === 'seller' || asker.role === 'admin';
  return asker.role === access;
}
