import { type Caller, caller, type TestApp } from './app.ts';

/** Every kind of caller, with the rights that the contract's `mayCall` takes. */
export const ROLES = {
  nobody: null,
  buyer: { role: 'buyer', isOwner: false },
  seller: { role: 'seller', isOwner: false },
  admin: { role: 'admin', isOwner: false },
  owner: { role: 'admin', isOwner: true },
} as const;
export type RoleName = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as RoleName[];
export const isStaffRole = (name: RoleName) => name === 'admin' || name === 'owner';

/** A new user of a role. Nobody has no session, and the id of no user. */
export async function newCaller(world: TestApp, name: RoleName): Promise<Caller> {
  const rights = ROLES[name];
  if (!rights) return { id: crypto.randomUUID(), ...caller(world.app, '') };
  return world.signIn(name, rights.role, rights.isOwner);
}

/** An answer without an id that the call named. */
export const withoutId = ({ status, body }: Awaited<ReturnType<Caller['call']>>, id: string) => ({
  status,
  body: JSON.parse(JSON.stringify(body).replaceAll(id, 'ID')) as Record<string, unknown>,
});
