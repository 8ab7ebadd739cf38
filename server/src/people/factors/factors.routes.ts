import { api } from '@sterling/contract/api.ts';
import type { FastifyRequest } from 'fastify';
import { ownOrigin } from '../../platform/http/origin.ts';
import { handle, type Route, type RouteCall } from '../../platform/http/route.ts';
import { giveToken } from '../../platform/http/session-cookie.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { cancelReset, requestReset } from '../access/factor-resets.ts';
import { readUser } from '../users/users.reads.ts';
import { keepChallenge, takeChallenge } from './challenges.ts';
import { checkPasskey, checkRecoveryCode, checkTotp, TRY_AGAIN, withinTries } from './checks.ts';
import { codeKindsOf, knownPasskeys, readSecurity } from './factors.reads.ts';
import {
  addPasskey,
  addTotp,
  beginTotp,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
  setUncheckedWithdrawals,
} from './factors.ts';
import { checkOptions, enrolmentOptions, readEnrolment } from './passkeys.ts';

type FactorServices = Pick<Services, 'config' | 'db' | 'vault'>;
type Call = Pick<RouteCall<never>, 'user' | 'request'>;

/** Second factors: enrolment, checks, and resets of lost ones. */
export const factorRoutes = (services: FactorServices): Route[] => [
  ...enrolmentRoutes(services),
  ...ownRoutes(services),
  ...checkRoutes(services),
  ...resetRoutes(services),
];

function enrolmentRoutes({ config, db, vault }: FactorServices): Route[] {
  const origin = (request: FastifyRequest) => ownOrigin(config, request);
  const security = (call: Call) => readSecurity(db, call.user, config.mode);
  return [
    handle(api.factors.passkeyOptions, async ({ user, request }) => {
      const known = await knownPasskeys(db, user.id);
      const options = await enrolmentOptions(origin(request), await readUser(db, user.id), known);
      await keepChallenge(db, user.sessionId, 'enrol', options.challenge);
      return options;
    }),
    handle(api.factors.addPasskey, async (call) => {
      const { name, answer } = call.body;
      const challenge = await takeChallenge(db, call.user.sessionId, 'enrol');
      if (challenge === null) return refuse('check_failed', { hint: TRY_AGAIN });
      const passkey = await readEnrolment(origin(call.request), challenge, answer);
      const { recoveryCodes, newToken } = await call.write(
        (tx) => addPasskey(tx, vault, call.user, name, passkey),
        CHANGES_SELF,
      );
      giveToken(call.reply, config.mode, newToken);
      return { security: await security(call), recoveryCodes };
    }),
    handle(api.factors.totpSecret, (call) =>
      call.write((tx) => beginTotp(tx, vault, call.user), CHANGES_SELF),
    ),
    handle(api.factors.addTotp, async (call) => {
      const { recoveryCodes, newToken } = await withinTries(db, call.user, 'enrolment', () =>
        call.write((tx) => addTotp(tx, vault, call.user, call.body), CHANGES_SELF),
      );
      giveToken(call.reply, config.mode, newToken);
      return { security: await security(call), recoveryCodes };
    }),
  ];
}

function ownRoutes({ config, db, vault }: FactorServices): Route[] {
  const security = (call: Call) => readSecurity(db, call.user, config.mode);
  return [
    handle(api.factors.read, security),
    handle(api.factors.rename, async (call) => {
      await call.write((tx) => renameFactor(tx, call.user, call.params.id, call.body.name), CHANGES_SELF);
      return security(call);
    }),
    handle(api.factors.remove, async (call) => {
      await call.write((tx) => removeFactor(tx, call.user, call.params.id), CHANGES_SELF);
      return security(call);
    }),
    handle(api.factors.renewRecoveryCodes, async (call) => ({
      recoveryCodes: await call.write((tx) => renewRecoveryCodes(tx, vault, call.user), CHANGES_SELF),
    })),
    handle(api.factors.setWithdrawalLimit, async (call) => {
      await call.write((tx) => setUncheckedWithdrawals(tx, call.user, call.body.perDay), CHANGES_SELF);
      return security(call);
    }),
  ];
}

function checkRoutes({ config, db, vault }: FactorServices): Route[] {
  return [
    handle(api.factors.checkOptions, async ({ user, request }) => {
      const known = await knownPasskeys(db, user.id);
      const ways = await codeKindsOf(db, user.id);
      if (known.length === 0) return { passkey: null, ...ways };
      const options = await checkOptions(ownOrigin(config, request), known);
      await keepChallenge(db, user.sessionId, 'check', options.challenge);
      return { passkey: options, ...ways };
    }),
    handle(api.factors.check, async (call) => {
      const { user: person, body } = call;
      const { until, newToken } =
        body.kind === 'passkey'
          ? await checkPasskey(db, person, ownOrigin(config, call.request), body.answer)
          : body.kind === 'totp'
            ? await checkTotp(db, vault, person, body.code)
            : await checkRecoveryCode(db, vault, person, body.code);
      giveToken(call.reply, config.mode, newToken);
      return { checkedUntil: until };
    }),
  ];
}

function resetRoutes({ config, db }: FactorServices): Route[] {
  return [
    handle(api.factors.cancelReset, async (call) => {
      await call.write((tx) => cancelReset(tx, call.user.id, call.user.id), CHANGES_SELF);
      return readSecurity(db, call.user, config.mode);
    }),
    handle(api.factors.requestReset, ({ user, params, body, write }) =>
      write((tx) => requestReset(tx, user, params.id, body.reason)),
    ),
    handle(api.factors.withdrawReset, async (call) => {
      await call.write((tx) => cancelReset(tx, call.user.id, call.params.id));
      return { success: true as const };
    }),
  ];
}
