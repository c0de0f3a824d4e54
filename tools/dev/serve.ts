import { serve } from '../../src/main.ts';
import { readConfig } from '../../src/platform/config/config.ts';

/** The server without pages; `npm run dev` restarts it on code changes. */
const config = readConfig(process.env);
const close = await serve(config, { ownerUrl: config.databaseUrl });
process.once('SIGTERM', async () => {
  await close();
  process.exit(0);
});
