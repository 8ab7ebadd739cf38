import type { Language } from '@sterling/contract/texts.ts';
import type { Role, User } from '@sterling/contract/users.ts';
import { sideOf } from '@sterling/contract/wallet.ts';
import { walletBalance } from '../../money/ledger/ledger.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** A user in the contract's form. The balance belongs to the wallet of the present role. */
export async function readUser(db: Db | Tx, userId: string): Promise<User> {
  const row = await db.selectFrom('users').where('id', '=', userId).selectAll().executeTakeFirstOrThrow();
  const { available } = await walletBalance(db, userId, sideOf(row.role as Role));
  return {
    id: row.id,
    username: row.username,
    avatar: row.avatar,
    email: row.email,
    discordId: row.discordId ?? '',
    role: row.role as Role,
    isOwner: row.isOwner,
    isVerified: row.isVerified,
    isBanned: row.isBanned,
    walletBalance: available,
    joinedAt: row.joinedAt,
  };
}

/** The language of a user's notifications. Null if they have not signed in since languages exist. */
export async function readLanguage(db: Db, userId: string): Promise<Language | null> {
  const { language } = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('language')
    .executeTakeFirstOrThrow();
  return language as Language | null;
}
