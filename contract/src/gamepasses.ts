import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { line } from './fields.ts';

/** The address or the id of a gamepass as a buyer enters it. The server parses it. */
export const GamepassUrl = z
  .string({ error: 'Invalid gamepass URL' })
  .check(z.maxLength(2000, 'Invalid gamepass URL'));

export const Gamepass = z.object({
  name: z.string(),
  price: z.number(),
  id: z.string(),
  productId: z.string(),
  creatorName: z.string(),
  /** A group's gamepass pays the group. */
  creatorType: z.enum(['User', 'Group']),
  /** Robux that the creator receives after Roblox's fee. */
  receives: z.number(),
});
export type Gamepass = z.output<typeof Gamepass>;

/** The gamepasses on sale of a Roblox user or an experience. */
export const FoundPasses = z.object({
  /** The user's name as Roblox writes it; null for an experience. */
  owner: z.nullable(z.string()),
  passes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price: z.number(),
      url: z.string(),
      creatorName: z.string(),
    }),
  ),
  /** Gamepasses that are not on sale. */
  offSale: z.number(),
  /** False if there are more than the search read. */
  isComplete: z.boolean(),
});
export type FoundPasses = z.output<typeof FoundPasses>;

export const gamepass = {
  validate: endpoint({
    method: 'POST',
    path: '/api/gamepass/validate',
    access: 'signed-in',
    scope: 'read',
    summary: 'Look a gamepass up by its address or id',
    body: z.strictObject({
      url: GamepassUrl,
    }),
    reply: Gamepass,
    unguarded: true,
    perMinute: 60,
  }),
  find: endpoint({
    method: 'POST',
    path: '/api/gamepass/find',
    access: 'signed-in',
    scope: 'read',
    summary: 'List the gamepasses on sale of a Roblox user or an experience',
    body: z.strictObject({
      /** A username, or the address of a profile or an experience. */
      from: line(2000),
    }),
    reply: FoundPasses,
    unguarded: true,
    // each search makes up to five calls to Roblox
    perMinute: 20,
  }),
};
