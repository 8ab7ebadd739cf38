import * as oauth from 'openid-client';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { type DiscordWebhookAnswer, sendToDiscordWebhook } from './discord-webhook.ts';
import { request } from './http.ts';
import { OutsideName } from './outside-name.ts';

const TIMEOUT_MS = 10_000;
const SCOPE = 'identify email';
const USER_AGENT = 'DiscordBot (https://github.com/sterling, 1.0)';

/** A user's identity at Discord. */
export interface DiscordPerson {
  readonly id: string;
  /** With `#1234` if the user still has a discriminator. */
  readonly username: string;
  readonly avatar: string | null;
  readonly email: string | null;
}

/** The state of one sign-in, kept until the browser returns. */
export interface SignInAttempt {
  readonly state: string;
  readonly codeVerifier: string;
}

export interface Discord {
  /** The URL to send the browser to, and the state to keep. `silent` skips the prompt for users who approved before. */
  begin(redirectUri: string, options: { silent: boolean }): Promise<{ url: string; attempt: SignInAttempt }>;
  /** Exchanges the returned code and reads the user. Throws when the state does not match or Discord refuses. */
  finish(callback: URL, attempt: SignInAttempt): Promise<DiscordPerson>;
  /** Sends a message to a webhook, given as `id/token`. */
  sendMessage(webhook: string, content: string): Promise<DiscordWebhookAnswer>;
}

/**
 * Signs users in through Discord's OAuth2 with PKCE and state. It revokes the tokens immediately after reading the
 * user.
 */
export function openDiscord({ discord, mode }: Config): Discord {
  const configuration = new oauth.Configuration(
    {
      issuer: new URL(discord.authorizeUrl).origin,
      authorization_endpoint: discord.authorizeUrl,
      token_endpoint: discord.tokenUrl,
      revocation_endpoint: discord.revokeUrl,
    },
    discord.clientId,
    discord.clientSecret,
  );
  configuration.timeout = TIMEOUT_MS / 1000;
  if (mode === 'sandbox') oauth.allowInsecureRequests(configuration);

  return {
    begin: async (redirectUri, { silent }) => {
      const attempt = { state: oauth.randomState(), codeVerifier: oauth.randomPKCECodeVerifier() };
      const url = oauth.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: attempt.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
        prompt: silent ? 'none' : 'consent',
      });
      return { url: url.href, attempt };
    },
    finish: async (callback, { state, codeVerifier }) => {
      const tokens = await oauth.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
      });
      const person = await readPerson(discord, tokens.access_token);
      // the user is known by now, and a token that is not revoked expires within days
      await oauth.tokenRevocation(configuration, tokens.access_token).catch(() => undefined);
      return person;
    },
    sendMessage: (webhook, content) => sendToDiscordWebhook(discord, webhook, content),
  };
}

const Me = z.object({
  id: z.string().check(z.regex(/^\d{1,20}$/)),
  username: OutsideName,
  discriminator: z.optional(z.string()),
  avatar: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
  verified: z.optional(z.boolean()),
});

async function readPerson({ apiUrl, cdnUrl }: Config['discord'], token: string): Promise<DiscordPerson> {
  const { status, text } = await request({
    url: `${apiUrl}/users/@me`,
    method: 'GET',
    headers: { authorization: `Bearer ${token}`, 'user-agent': USER_AGENT },
    timeoutMs: TIMEOUT_MS,
  });
  if (status !== 200) throw new Error(`Discord answered ${status} for the user`);
  const me = z.parse(Me, JSON.parse(text));
  const legacy = me.discriminator && me.discriminator !== '0';
  return {
    id: me.id,
    username: legacy ? `${me.username}#${me.discriminator}` : me.username,
    avatar: me.avatar ? `${cdnUrl}/avatars/${me.id}/${me.avatar}.png?size=128` : null,
    email: me.verified === false ? null : (me.email ?? null),
  };
}
