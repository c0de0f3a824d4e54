import { serve } from '../../src/main.ts';
import { readConfig } from '../../src/platform/config/config.ts';

// The product without built pages, as a child process. Sends 'ready' to its parent and exits with it.
const config = readConfig(process.env);
const close = await serve(config, { ownerUrl: config.databaseUrl });
process.on('disconnect', () => void close().then(() => process.exit(0)));
process.send?.('ready');
