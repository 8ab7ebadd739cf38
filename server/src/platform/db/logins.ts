import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { naming, StartError } from '../../start-error.ts';
import { onConnection } from './one-connection.ts';

export interface LoginUrls {
  readonly DATABASE_URL: string | undefined;
  readonly WORKER_DATABASE_URL: string | undefined;
  readonly SIGNER_DATABASE_URL: string | undefined;
}

/**
 * Throws when a URL names no login, no password or the owner, or when the signer would share its login. Then web or the
 * worker could record signatures.
 */
export function refuseLogins(ownerUrl: string, urls: LoginUrls): void {
  const [owner] = naming('DATABASE_OWNER_URL', () => credentialsOf(ownerUrl));
  for (const [name, url] of Object.entries(urls) as [keyof LoginUrls, string | undefined][]) {
    if (!url) continue;
    const [login, password] = naming(name, () => credentialsOf(url));
    if (!login || !password) throw new StartError(`${name} must contain a user and a password`);
    if (login === owner) throw new StartError(`${name} must not be the login of the owner, ${owner}`);
    const other = name === 'SIGNER_DATABASE_URL' && loginsOf(urls).includes(login);
    if (other) throw new StartError(`${name} must be a login of the signer alone, not ${login}`);
  }
}

const loginsOf = ({ DATABASE_URL, WORKER_DATABASE_URL }: LoginUrls): string[] =>
  [DATABASE_URL, WORKER_DATABASE_URL].flatMap((url) => (url ? credentialsOf(url)[0] : []));

/** Creates the login that a URL names, or updates its password, and grants it one role. See `refuseLogins`. */
export async function makeLogin(ownerUrl: string, url: string, role: string): Promise<void> {
  const [name, password] = credentialsOf(url);
  return onConnection(ownerUrl, async (client) => {
    const login = client.escapeIdentifier(name);
    const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
    if (rows.length === 0) await client.query(`create role ${login} login`);
    const verifier = client.escapeLiteral(verifierOf(password));
    await client.query(`alter role ${login} login password ${verifier}`);
    await client.query(`grant ${client.escapeIdentifier(role)} to ${login}`);
  });
}

const SCRAM_ITERATIONS = 4_096;

/**
 * What PostgreSQL stores of a password (RFC 5802), as `\password` of psql sends it. PostgreSQL's log may have the statement, and must
 * not have the password.
 */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, SCRAM_ITERATIONS, 32, 'sha256');
  const keyFor = (purpose: string) => createHmac('sha256', salted).update(purpose).digest();
  const storedKey = createHash('sha256').update(keyFor('Client Key')).digest('base64');
  const serverKey = keyFor('Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** Throws when a URL names a login that exists and that the owner may not change. Nothing has changed then. */
export async function refuseForeignLogins(ownerUrl: string, urls: LoginUrls): Promise<void> {
  await onConnection(ownerUrl, async (client) => {
    for (const [name, url] of Object.entries(urls)) {
      if (!url) continue;
      const [login] = credentialsOf(url);
      const { rows } = await client.query<{ may: boolean }>(
        `select pg_has_role(l.oid, 'member with admin option') or o.rolsuper as may
         from pg_roles l join pg_roles o on o.rolname = current_user where l.rolname = $1`,
        [login],
      );
      if (rows[0]?.may === false)
        throw new StartError(
          `${name} names the login ${login}, which exists already and is not the owner's. As a superuser, drop it, or: grant "${login}" to the owner with admin option`,
        );
    }
  });
}

/** Whether the login of a URL may take a role. */
export async function mayTakeRole(url: string, role: string): Promise<boolean> {
  return onConnection(url, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      `select pg_has_role(session_user, oid, 'member') as may from pg_roles where rolname = $1`,
      [role],
    );
    return rows[0]?.may ?? false;
  });
}

/** Empty for what is missing. */
function credentialsOf(url: string): [name: string, password: string] {
  const { username, password } = new URL(url);
  return [decodeURIComponent(username), decodeURIComponent(password)];
}
