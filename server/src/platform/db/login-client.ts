import pg from 'pg';

/**
 * The connection on which Kysely cancels a statement. It keeps the rights of its login, because the application's role may not
 * cancel the statements of a login.
 */
export class LoginClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({ ...config, options: undefined });
    // without a listener, a broken connection would end the process
    this.on('error', () => undefined);
  }
}
