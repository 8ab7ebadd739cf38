import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Paged, Success, Time } from './fields.ts';

export const Session = z.object({
  id: z.string(),
  /** Whether this is the session of the request. */
  current: z.boolean(),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: Time,
  lastSeenAt: Time,
  expiresAt: Time,
});
export type Session = z.output<typeof Session>;

/** What ends with sessions that someone else may have used. */
const WHAT_ENDS =
  'what others may have set up: API tokens, webhooks, the Discord webhook, standing orders, imports, price rules and waiting pre-orders. Withdrawals that are not signed go to a review';

export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'signed-in',
    summary: 'Own sessions, newest first',
    query: Paged,
    reply: z.array(Session),
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions',
    access: 'signed-in',
    summary: `End all own sessions except the current one, and ${WHAT_ENDS}`,
    protects: true,
    duringMaintenance: true,
    reply: z.extend(Success, { ended: z.number() }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/{id}',
    access: 'signed-in',
    summary: 'End one own session',
    protects: true,
    duringMaintenance: true,
    params: ById,
    reply: Success,
  }),
  endOfUser: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/{id}/sessions',
    access: 'admin',
    summary: `Sign a user out everywhere, and end ${WHAT_ENDS}. Only owners may do this to an owner`,
    protects: true,
    stepUp: 'always',
    params: ById,
    reply: z.extend(Success, { ended: z.number() }),
  }),
};
