import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Dollars, DollarsIn, line, Reason, Success, Time } from './fields.ts';
import { t } from './texts.ts';

/** A fresh check counts for this long. */
export const CHECK_MINUTES = 10;
/** Number of recovery codes in a set. */
export const RECOVERY_CODES = 10;
/** Second factors that one person can have. */
export const MAX_FACTORS = 10;

export const Factor = z.object({
  id: z.string(),
  /** `totp`: codes of an authenticator app. */
  kind: z.enum(['passkey', 'totp']),
  name: z.string(),
  createdAt: Time,
  usedAt: z.nullable(Time),
});
export type Factor = z.output<typeof Factor>;

/** A reset that staff requested for a person who lost their second factor. */
export const FactorReset = z.object({
  requestedAt: Time,
  /** When the second factors are removed, unless the reset is cancelled. */
  dueAt: Time,
  reason: z.string(),
});
export type FactorReset = z.output<typeof FactorReset>;

/** How a person protects their account. */
export const Security = z.object({
  factors: z.array(Factor),
  recoveryCodesLeft: z.number(),
  /** Until when the session's last check counts; null without a fresh check. */
  checkedUntil: z.nullable(Time),
  /** Dollars that the person may withdraw per day without a check. 0: every withdrawal needs one. */
  uncheckedWithdrawals: Dollars,
  reset: z.nullable(FactorReset),
  /** Whether the person works here and may use the owner panel only with a second factor. */
  isRequired: z.boolean(),
});
export type Security = z.output<typeof Security>;

/** The answer to an enrolment. The recovery codes are shown once, with the first factor. */
const Enrolled = z.object({ security: Security, recoveryCodes: z.nullable(z.array(z.string())) });

/** What browsers and passkeys tell each other (WebAuthn Level 3, as JSON). The server checks it. */
const PasskeyMessage = z.looseObject({});
const FactorName = line(40);
/** In characters. A code has six digits; spaces are ignored. */
export const MAX_TOTP_CODE = 20;
/** In characters. */
export const MAX_RECOVERY_CODE = 40;
const TotpCode = z.string().check(z.maxLength(MAX_TOTP_CODE, t('must be 6 digits')));

export const factors = {
  read: endpoint({
    method: 'GET',
    path: '/api/factors',
    access: 'signed-in',
    summary: 'Own second factors, recovery codes left, and the limit for withdrawals without a check',
    reply: Security,
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/factors/passkeys/options',
    access: 'signed-in',
    summary: 'Begin to add a passkey: the options for the browser',
    stepUp: 'always',
    reply: PasskeyMessage,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/factors/passkeys',
    access: 'signed-in',
    summary: 'Add the passkey that the browser made',
    stepUp: 'always',
    body: z.strictObject({ name: FactorName, answer: PasskeyMessage }),
    status: 201,
    reply: Enrolled,
  }),
  totpSecret: endpoint({
    method: 'POST',
    path: '/api/factors/totp/secret',
    access: 'signed-in',
    summary: 'Begin to add an authenticator app: its secret, which is shown once',
    stepUp: 'always',
    reply: z.object({
      /** Base32. */
      secret: z.string(),
      /** `otpauth://…`, for a QR code. */
      uri: z.string(),
    }),
  }),
  addTotp: endpoint({
    method: 'POST',
    path: '/api/factors/totp',
    access: 'signed-in',
    summary: 'Add the authenticator app, proved by a code',
    stepUp: 'always',
    body: z.strictObject({ name: FactorName, code: TotpCode }),
    status: 201,
    reply: Enrolled,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/factors/{id}',
    access: 'signed-in',
    summary: 'Rename an own second factor',
    stepUp: 'always',
    params: ById,
    body: z.strictObject({ name: FactorName }),
    reply: Security,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/factors/{id}',
    access: 'signed-in',
    summary: 'Remove an own second factor; with the last one the recovery codes are deleted',
    stepUp: 'always',
    params: ById,
    reply: Security,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/factors/recovery-codes',
    access: 'signed-in',
    summary: 'New recovery codes, shown once; the old ones no longer work',
    stepUp: 'always',
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  checkOptions: endpoint({
    method: 'POST',
    path: '/api/factors/check/options',
    access: 'signed-in',
    summary: 'How the person can pass a check now',
    protects: true,
    reply: z.object({
      /** Options for the browser; null without a passkey. */
      passkey: z.nullable(PasskeyMessage),
      totp: z.boolean(),
      recoveryCodes: z.boolean(),
    }),
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/factors/check',
    access: 'signed-in',
    summary: 'Pass a check with a passkey, a code of the authenticator app, or a recovery code',
    protects: true,
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('passkey'), answer: PasskeyMessage }),
      z.strictObject({ kind: z.literal('totp'), code: TotpCode }),
      z.strictObject({ kind: z.literal('recovery'), code: z.string().check(z.maxLength(MAX_RECOVERY_CODE)) }),
    ]),
    reply: z.object({ checkedUntil: Time }),
  }),
  setWithdrawalLimit: endpoint({
    method: 'PUT',
    path: '/api/factors/withdrawal-limit',
    access: 'signed-in',
    summary: 'Dollars per day that can be withdrawn without a check; raising it needs a check',
    stepUp: 'by-input',
    body: z.strictObject({ perDay: DollarsIn }),
    reply: Security,
  }),
  cancelReset: endpoint({
    method: 'DELETE',
    path: '/api/factors/reset',
    access: 'signed-in',
    summary: 'Cancel a reset of the own second factors that staff requested',
    protects: true,
    reply: Security,
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/factor-reset',
    access: 'admin',
    summary: 'Remove the second factors of a person who lost them, after a waiting time',
    stepUp: 'always',
    params: ById,
    body: z.strictObject({ reason: Reason }),
    status: 201,
    reply: FactorReset,
  }),
  withdrawReset: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/{id}/factor-reset',
    access: 'admin',
    summary: 'Cancel a reset that waits',
    protects: true,
    stepUp: 'always',
    params: ById,
    reply: Success,
  }),
};
