import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import { serverFlags } from '../../tools/node-flags.mjs';
import { secret } from './scene.ts';

export type ServerProcess = { port: number; stop: () => Promise<void> };

type Options = { program: 'ours' | 'bare'; databaseUrl: string; dataDir: string };

export async function startServer({ program, databaseUrl, dataDir }: Options): Promise<ServerProcess> {
  const port = await findFreePort();
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
    // Both get 10 connections for requests. The product gets 12 more for jobs and streams.
    DATABASE_POOL: program === 'ours' ? '22' : '10',
    AUTH_SECRET: secret,
    DATA_DIR: dataDir,
  };
  const child = fork(new URL(`./${program}.ts`, import.meta.url), { env, execArgv: [...serverFlags] });
  const exit = new Promise<void>((done) => child.once('exit', () => done()));
  await new Promise<void>((done, fail) => {
    child.once('message', () => done());
    child.once('exit', () => fail(new Error(`the server "${program}" exited before it was ready`)));
  });
  const stop = () => {
    child.disconnect();
    return exit;
  };
  return { port, stop };
}

const findFreePort = () =>
  new Promise<number>((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(address && typeof address === 'object' ? address.port : 0));
    });
  });
