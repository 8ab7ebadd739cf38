import { naming, StartError } from '../../start-error.ts';
import { openClient } from './one-connection.ts';

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
  const client = await openClient(ownerUrl);
  try {
    const login = client.escapeIdentifier(name);
    const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
    if (rows.length === 0) await client.query(`create role ${login} login`);
    await client.query(`alter role ${login} login password ${client.escapeLiteral(password)}`);
    await client.query(`grant ${client.escapeIdentifier(role)} to ${login}`);
  } finally {
    await client.end();
  }
}

/** Whether the login of a URL may take a role. */
export async function mayTakeRole(url: string, role: string): Promise<boolean> {
  const client = await openClient(url);
  try {
    const { rows } = await client.query<{ may: boolean }>(
      `select pg_has_role(session_user, oid, 'member') as may from pg_roles where rolname = $1`,
      [role],
    );
    return rows[0]?.may ?? false;
  } finally {
    await client.end();
  }
}

/** Empty for what is missing. */
function credentialsOf(url: string): [name: string, password: string] {
  const { username, password } = new URL(url);
  return [decodeURIComponent(username), decodeURIComponent(password)];
}
