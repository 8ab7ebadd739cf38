import pg from 'pg';

/** Whether another client is connected to the database server. False when the server does not answer. */
export async function hasOtherClients(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query(
      `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rowCount! > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
