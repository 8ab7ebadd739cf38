import { z } from 'zod';

export const CLIENT_ID = 'sterling-sandbox';

const KNOWN_SCOPES = ['identify', 'email'];

/** The query of Discord's authorize page. `as` and `decision` exist in the sandbox only. */
export const AuthorizeRequest = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(CLIENT_ID),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  scope: z.string().refine((scope) => scope.split(/[ +]/).every((one) => KNOWN_SCOPES.includes(one))),
  state: z.string().optional(),
  prompt: z.enum(['none', 'consent']).optional(),
  code_challenge: z.string().min(43).max(128).optional(),
  code_challenge_method: z.enum(['S256', 'plain']).optional(),
  as: z.string().min(1).max(32).optional(),
  decision: z.enum(['deny', 'without-state', 'wrong-state']).optional(),
});
export type AuthorizeRequest = z.infer<typeof AuthorizeRequest>;
