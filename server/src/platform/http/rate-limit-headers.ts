import { CALLS_PER_MINUTE, WRITES_PER_MINUTE } from '@sterling/contract/api-credentials.ts';
import type { FastifyReply } from 'fastify';

const WINDOW_SECONDS = 60;
const POLICIES = { calls: CALLS_PER_MINUTE, writes: WRITES_PER_MINUTE };
const POLICY = Object.entries(POLICIES)
  .map(([name, most]) => `"${name}";q=${most};w=${WINDOW_SECONDS}`)
  .join(', ');

/** How much of a limit is left. */
interface Left {
  readonly name: keyof typeof POLICIES;
  readonly remaining: number;
  /** Until the whole limit is available again. */
  readonly seconds: number;
}

/**
 * Adds what is left of a limit to the fields `RateLimit` and `RateLimit-Policy`, in the form of
 * draft-ietf-httpapi-ratelimit-headers (from version 08 on). It replaces what was shown of the same limit.
 */
export function showLeft(reply: FastifyReply, { name, remaining, seconds }: Left): void {
  const before = String(reply.getHeader('ratelimit') ?? '').split(', ');
  const others = before.filter((item) => item && !item.startsWith(`"${name}"`));
  const left = `"${name}";r=${remaining};t=${seconds}`;
  reply.header('ratelimit-policy', POLICY).header('ratelimit', [...others, left].join(', '));
}
