import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import { serverFlags } from '../../tools/node-flags.mjs';
import { secret } from './scene.ts';

export type ServerProcess = { port: number; stop: () => Promise<void> };

type Options = { program: 'ours' | 'bare'; databaseUrl: string; dataDir: string };

export async function startServer({ program, databaseUrl, dataDir }: Options): Promise<ServerProcess> {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    MODE: 'demo',
    DEMO_ON_PURPOSE: 'yes',
    LOG_LEVEL: 'silent',
    PRICE_PROVIDERS: '',
    NODE_ENV: 'production',
    NODE_OPTIONS: process.env.NODE_OPTIONS,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    // Ten connections for requests in both; the setting of the product includes those of its jobs and streams.
    DATABASE_POOL: program === 'ours' ? '22' : '10',
    AUTH_SECRET: secret,
    DATA_DIR: dataDir,
  };
  const child = fork(new URL(`./${program}.ts`, import.meta.url), { env, execArgv: [...serverFlags] });
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  await new Promise<void>((done, fail) => {
    child.once('message', () => done());
    child.once('exit', () => fail(new Error(`the server "${program}" exited before it was ready`)));
  });
  const stop = () => {
    child.disconnect();
    return gone;
  };
  return { port, stop };
}

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(address && typeof address === 'object' ? address.port : 0));
    });
  });
