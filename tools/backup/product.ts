import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { serverFlags } from '../node-flags.mjs';

/** The product in its own process. */
export type Running = { readonly origin: string; readonly end: () => Promise<void> };

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(address && typeof address === 'object' ? address.port : 0));
    });
  });

/** Starts the product like `npm start`: demo mode, no outside services, logs appended to `log`. */
export async function startProduct(databaseUrl: string, dataDir: string, log: string): Promise<Running> {
  const port = Number(process.env['DRILL_PORT']) || (await freePort());
  const settings = {
    MODE: 'demo',
    DEMO_ON_PURPOSE: 'yes',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    PRICE_PROVIDERS: '',
  };
  const child = spawn(process.execPath, [...serverFlags, resolve('tools/start.mjs')], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.pipe(createWriteStream(log, { flags: 'a' }));
  const exit = once(child, 'exit');
  let output = '';
  const ready = new Promise<void>((done) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      if (output.includes('Ready on ')) done();
    });
  });
  const failure = exit.then(([code]) => {
    throw new Error(`the product exited with ${code} before it was ready. See ${log}`);
  });
  await Promise.race([ready, failure]);
  failure.catch(() => undefined);
  const end = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  return { origin: `http://127.0.0.1:${port}`, end };
}
