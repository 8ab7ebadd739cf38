import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startWorld } from './scripts/world.ts';

test.each(['PORT', 'SANDBOX_PORT'])(
  'npm start names a %s that another program uses, and starts nothing',
  async (name) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const starting = startWorld(
      { PORT: '1', SANDBOX_PORT: '2', [name]: String(port) },
      new AbortController().signal,
    );
    await expect(starting).rejects.toThrow(`Port ${port} is in use`);
    await expect(starting).rejects.toThrow(`choose another ${name}`);
    other.close();
  },
);
