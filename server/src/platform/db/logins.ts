import pg from 'pg';

/**
 * Creates the login that a URL names, or updates its password, and grants it one role.
 * Throws for the owner's own login: processes must run with a login that owns nothing.
 */
export async function makeLogin(ownerUrl: string, url: string, role: string): Promise<void> {
  const [name, password] = credentialsOf(url);
  if (!name || name === credentialsOf(ownerUrl)[0])
    throw new Error(`${role} needs a login of its own, not ${name || 'none'}`);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
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
  const client = new pg.Client({ connectionString: url });
  await client.connect();
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

function credentialsOf(url: string): [name: string, password: string] {
  const { username, password } = new URL(url);
  return [decodeURIComponent(username), decodeURIComponent(password)];
}
