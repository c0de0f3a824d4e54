import { serve } from '../../src/main.ts';
import { readConfig } from '../../src/platform/config.ts';

// The product without built pages, in its own process. Reports when it is ready; ends with its parent.
const config = readConfig(process.env);
const close = await serve(config, { ownerUrl: config.databaseUrl });
process.on('disconnect', () => void close().then(() => process.exit(0)));
process.send?.('ready');
