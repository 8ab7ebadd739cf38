import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, line, Success, Words } from './fields.ts';

export const Report = z.object({
  id: z.string(),
  /** To be put into the public profile text of the Roblox account. */
  code: z.string(),
});
export type Report = z.output<typeof Report>;

export const reports = {
  make: endpoint({
    method: 'POST',
    path: '/api/reports',
    access: 'anonymous',
    summary: 'Say that a Roblox account is used here without permission',
    body: z.strictObject({ robloxUsername: line(50), contact: line(200), text: Words }),
    status: 201,
    reply: Report,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/reports/{id}/verify',
    access: 'anonymous',
    summary: "Take the account off sale, once the report's code stands in its public profile text",
    params: ById,
    reply: Success,
  }),
};
