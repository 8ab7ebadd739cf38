import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Dollars, Success, Time } from './fields.ts';
import { LANGUAGES } from './texts.ts';

export const Role = z.enum(['buyer', 'seller', 'admin']);
export type Role = z.output<typeof Role>;

/** What staff filter the list of users by. */
export const PersonState = z.enum(['active', 'verified', 'banned', 'frozen', 'owner']);
export type PersonState = z.output<typeof PersonState>;

export const User = z.object({
  id: z.string(),
  /** Discord username, with '#1234' if the user still has a discriminator. */
  username: z.string(),
  avatar: z.nullable(z.string()),
  email: z.nullable(z.string()),
  discordId: z.string(),
  role: Role,
  isOwner: z.boolean(),
  isVerified: z.boolean(),
  isBanned: z.boolean(),
  /** Available dollars in the wallet of the present role. */
  walletBalance: Dollars,
  joinedAt: Time,
});
export type User = z.output<typeof User>;

/** Whether a user is an admin or an owner. */
export const isStaff = ({ role, isOwner }: { role: string; isOwner: boolean }): boolean =>
  isOwner || role === 'admin';

/** What owners can edit of a user. */
export const UserFlags = z.strictObject({
  role: Role,
  isOwner: z.boolean(),
  isVerified: z.boolean(),
  isBanned: z.boolean(),
});
export type UserFlags = z.output<typeof UserFlags>;

export const LanguageIn = z.enum(LANGUAGES);

export const users = {
  me: endpoint({
    method: 'GET',
    path: '/api/auth/user',
    access: 'signed-in',
    scope: 'read',
    polled: true,
    summary: 'The signed-in user',
    reply: User,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'anonymous',
    summary: 'End the session, if there is one',
    reply: Success,
    unguarded: true,
  }),
  switchRole: endpoint({
    method: 'PUT',
    path: '/api/users/{id}',
    access: 'signed-in',
    summary: 'Switch between buyer and seller',
    params: ById,
    body: z.strictObject({ role: z.string() }),
    reply: User,
  }),
  chooseLanguage: endpoint({
    method: 'PUT',
    path: '/api/users/me/language',
    access: 'signed-in',
    summary: 'Choose the language of notifications, and of the screens after the next sign-in',
    body: z.strictObject({ language: LanguageIn }),
    reply: Success,
  }),
};
