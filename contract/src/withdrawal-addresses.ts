import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { AddressIn, ById, line, Time } from './fields.ts';
import { t } from './texts.ts';

/** Addresses that one person can save. */
export const MAX_ADDRESSES = 50;
/** Longest wait for a new address that a person can choose. */
export const MAX_WAIT_HOURS = 720;

export const WithdrawalAddress = z.object({
  id: z.string(),
  label: z.string(),
  /** In its canonical form. */
  address: z.string(),
  createdAt: Time,
  /** Withdrawals to it wait until then. In the past: they do not wait. */
  usableAt: Time,
  /** When the last withdrawal to it was requested; null if none was. */
  lastUsedAt: z.nullable(Time),
});
export type WithdrawalAddress = z.output<typeof WithdrawalAddress>;

export const WithdrawalAddresses = z.object({
  /** By label. */
  addresses: z.array(WithdrawalAddress),
  wait: z.object({
    /** How long the first withdrawal to a new address waits now: the longer of the two below. */
    hours: z.number(),
    ownHours: z.number(),
    ownerHours: z.number(),
    /** A shorter own wait that does not count yet. */
    next: z.nullable(z.object({ hours: z.number(), from: Time })),
  }),
});
export type WithdrawalAddresses = z.output<typeof WithdrawalAddresses>;

const Label = line(40);

export const withdrawalAddresses = {
  list: endpoint({
    method: 'GET',
    path: '/api/withdrawal-addresses',
    access: 'seller',
    summary: 'Own saved withdrawal addresses, and the wait for new ones',
    reply: WithdrawalAddresses,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/withdrawal-addresses',
    access: 'seller',
    summary: 'Save a withdrawal address; its wait begins now',
    stepUp: 'always',
    body: z.strictObject({ label: Label, ltcAddress: AddressIn }),
    status: 201,
    reply: WithdrawalAddresses,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/withdrawal-addresses/{id}',
    access: 'seller',
    summary: 'Change the label of a saved address',
    stepUp: 'always',
    params: ById,
    body: z.strictObject({ label: Label }),
    reply: WithdrawalAddresses,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/withdrawal-addresses/{id}',
    access: 'seller',
    summary: 'Forget a saved address; if it is added again, it waits again',
    protects: true,
    params: ById,
    reply: WithdrawalAddresses,
  }),
  setWait: endpoint({
    method: 'PUT',
    path: '/api/withdrawal-addresses/wait',
    access: 'seller',
    summary:
      'Own wait for new addresses; a change needs a check, and a shorter one counts after the old wait',
    stepUp: 'by-input',
    body: z.strictObject({
      hours: z
        .int()
        .check(
          z.minimum(0, t('must be from 0')),
          z.maximum(MAX_WAIT_HOURS, t('must be at most {most}', { most: MAX_WAIT_HOURS })),
        ),
    }),
    reply: WithdrawalAddresses,
  }),
};
