import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';

/** An approved authorization of the user `subject` (an id). `challenge` is the PKCE challenge that the token call must answer. */
export interface Approval {
  subject: string;
  redirectUri: string;
  scope: string;
  challenge: { value: string; method: string } | null;
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresInSeconds: number;
  scope: string;
}

/** OAuth2 codes and tokens. They stay in memory, because secrets should not be on disk. */
export interface Grants {
  approve(approval: Approval): string;
  /** Exchanges a code for tokens once, within 60 s. Null if the code is invalid. */
  redeem(code: string, redirectUri: string, verifier: string | undefined): Tokens | null;
  refresh(refreshToken: string): Tokens | null;
  /** Whose access token this is, and what it allows. Null if it is invalid or has expired. */
  find(accessToken: string): { subject: string; scope: string; expiresAt: number } | null;
  /** Ends every token of the user of this token. */
  revoke(token: string): void;
  clear(): void;
}

const CODE_SECONDS = 60;

interface Issued {
  subject: string;
  scope: string;
  expiresAt: number;
  kind: 'access' | 'refresh';
}

/** Opens grants with this lifetime of access tokens. Refresh tokens work once and do not expire. */
export function openGrants(clock: Clock, accessSeconds: number): Grants {
  const codes = new Map<string, Approval & { expiresAt: number }>();
  const issued = new Map<string, Issued>();

  const issue = (subject: string, scope: string): Tokens => {
    const [accessToken, refreshToken] = [secret(), secret()];
    const expiresAt = clock.now() + accessSeconds * 1000;
    issued.set(accessToken, { subject, scope, expiresAt, kind: 'access' });
    issued.set(refreshToken, { subject, scope, expiresAt: Number.POSITIVE_INFINITY, kind: 'refresh' });
    return { accessToken, refreshToken, expiresInSeconds: accessSeconds, scope };
  };
  return {
    approve(approval) {
      const code = secret();
      codes.set(code, { ...approval, expiresAt: clock.now() + CODE_SECONDS * 1000 });
      return code;
    },
    redeem(code, redirectUri, verifier) {
      const approval = codes.get(code);
      codes.delete(code);
      if (!approval || approval.expiresAt <= clock.now() || approval.redirectUri !== redirectUri) return null;
      if (approval.challenge && !proves(verifier, approval.challenge)) return null;
      return issue(approval.subject, approval.scope);
    },
    refresh(refreshToken) {
      const held = issued.get(refreshToken);
      if (held?.kind !== 'refresh') return null;
      issued.delete(refreshToken);
      return issue(held.subject, held.scope);
    },
    find(accessToken) {
      const held = issued.get(accessToken);
      return held?.kind === 'access' && held.expiresAt > clock.now() ? held : null;
    },
    revoke(token) {
      const held = issued.get(token);
      if (!held) return;
      for (const [other, { subject }] of issued) if (subject === held.subject) issued.delete(other);
    },
    clear() {
      codes.clear();
      issued.clear();
    },
  };
}

/** The answer of a token call, as RFC 6749 5.1 has it. */
export function tokenAnswer({ accessToken, refreshToken, expiresInSeconds, scope }: Tokens) {
  return {
    token_type: 'Bearer',
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: expiresInSeconds,
    scope,
  };
}

/** The request's bearer token, or null. */
export function bearerToken({ headers }: FastifyRequest): string | null {
  return headers.authorization?.match(/^Bearer (.+)$/i)?.[1] ?? null;
}

function proves(verifier: string | undefined, challenge: { value: string; method: string }): boolean {
  if (!verifier) return false;
  if (challenge.method === 'plain') return verifier === challenge.value;
  return createHash('sha256').update(verifier).digest('base64url') === challenge.value;
}

function secret(): string {
  return randomBytes(24).toString('base64url').slice(0, 30);
}
