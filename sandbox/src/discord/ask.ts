import { z } from 'zod';

export const CLIENT_ID = 'sterling-sandbox';

/** The application's name and the scopes that Discord lets a marketplace ask for. */
const KNOWN_SCOPES = ['identify', 'email'];

/** What a browser asks for at the authorize page. */
export const askSchema = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(CLIENT_ID),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  scope: z.string().refine((scope) => scope.split(/[ +]/).every((one) => KNOWN_SCOPES.includes(one))),
  state: z.string().optional(),
  prompt: z.enum(['none', 'consent']).optional(),
  code_challenge: z.string().min(43).max(128).optional(),
  code_challenge_method: z.enum(['S256', 'plain']).optional(),
  as: z.string().min(1).max(32).optional(),
  decision: z.enum(['approve', 'deny', 'without-state', 'wrong-state']).optional(),
});
export type Ask = z.infer<typeof askSchema>;
