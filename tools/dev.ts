import { spawn } from 'node:child_process';
import { createServer } from 'vite';
import { readConfig } from '../src/platform/config/config.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { databaseOf } from './database-url.ts';
import { prepareDemo } from './demo/prepare-demo.ts';
import { refuseOtherMode } from './deployment-mode.ts';
import { fillPages } from './dev/fill-pages.ts';
import { beforeEnd } from './shutdown.ts';

/** `npm run dev`: Vite reloads changed pages, and Node restarts the server when its code changes. */
const config = readConfig(process.env);
const serverPort = config.port + 1;
const databaseUrl = await databaseOf(config);
await refuseOtherMode(databaseUrl, 'demo');
await migrate(databaseUrl);
await prepareDemo(databaseUrl, { histories: config });

const demo = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes' };
const own = { DATABASE_URL: databaseUrl, PORT: String(serverPort), PUBLIC_ORIGIN: config.origin };
const env = { ...process.env, ...demo, ...own };
const watch = ['--watch', '--watch-preserve-output', 'tools/dev/serve.ts'];
const server = spawn(process.execPath, watch, { stdio: 'inherit', env });
beforeEnd(() => server.kill());
process.env['API_ADDRESS'] = `http://127.0.0.1:${serverPort}`;
const vite = await createServer({
  server: { port: config.port, host: '127.0.0.1', strictPort: true },
  plugins: [fillPages(process.env['API_ADDRESS'])],
});
await vite.listen();
console.info(`Ready on http://localhost:${config.port}`);
