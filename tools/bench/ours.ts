import { serve } from '../../src/main.ts';
import { readConfig } from '../../src/platform/config.ts';

// The whole product without its built pages, as a process of its own. Says when it is ready; ends with its starter.
const config = readConfig(process.env);
const close = await serve(config, { ownerUrl: config.databaseUrl });
process.on('disconnect', () => void close().then(() => process.exit(0)));
process.send?.('ready');
