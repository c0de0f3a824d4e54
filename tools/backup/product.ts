import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { serverFlags } from '../node-flags.mjs';

/** The product in its own process, as `npm start` starts it. */
export type Running = { readonly origin: string; readonly end: () => Promise<void> };

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(address && typeof address === 'object' ? address.port : 0));
    });
  });

/** Uses the demo's data and no outside service. Logs to a file. */
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
  const kept = createWriteStream(log, { flags: 'a' });
  child.stderr.pipe(kept);
  const gone = once(child, 'exit');
  let said = '';
  const ready = new Promise<void>((done) => {
    child.stdout.on('data', (piece: Buffer) => {
      said += piece;
      if (said.includes('Ready on ')) done();
    });
  });
  const ended = gone.then(([code]) => {
    throw new Error(`the product ended with ${code} before it was ready: ${log} says why`);
  });
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  const end = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return { origin: `http://127.0.0.1:${port}`, end };
}
