import { serve } from '../../src/main.ts';
import { readConfig } from '../../src/platform/config.ts';

/** The server alone, without pages: what `npm run dev` restarts when its code changes. */
const config = readConfig(process.env);
const close = await serve(config, { ownerUrl: config.databaseUrl });
process.once('SIGTERM', async () => {
  await close();
  process.exit(0);
});
