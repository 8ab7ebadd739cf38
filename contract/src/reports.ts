import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, line, MessageText, Success } from './fields.ts';

export const Report = z.object({
  id: z.string(),
  /** The reporter proves the report by adding this code to the public profile of the Roblox account. */
  code: z.string(),
});
export type Report = z.output<typeof Report>;

export const reports = {
  make: endpoint({
    method: 'POST',
    path: '/api/reports',
    access: 'anonymous',
    summary: 'Report that a Roblox account is used here without permission',
    body: z.strictObject({ robloxUsername: line(50), contact: line(200), text: MessageText }),
    status: 201,
    reply: Report,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/reports/{id}/verify',
    access: 'anonymous',
    summary: "Take the account off sale if its public profile contains the report's code",
    params: ById,
    reply: Success,
  }),
};
