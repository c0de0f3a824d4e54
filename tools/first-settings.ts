import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Settings } from '../src/features/settings/schema.ts';
import { layDownSettings } from '../src/features/settings/store.ts';
import { type Config, ConfigurationError } from '../src/platform/config.ts';
import { kyselyOn, openPool } from '../src/platform/database.ts';
import { beBorn, inventedIn } from './born-as.ts';

/** The first settings of a production database, out of the operator's file. Later ones come from the desk. */
export async function layDownFirstSettings(databaseUrl: string, config: Config): Promise<void> {
  const settings = readSettings(config.settingsFile ?? '');
  const pool = openPool({ url: databaseUrl, max: 1 });
  const laidDown = kyselyOn(pool)
    .transaction()
    .execute(async (tx) => {
      await beBorn(tx, 'production');
      await layDownSettings(tx, settings);
    });
  await laidDown.finally(() => pool.end());
}

/** What `settings.example.json` holds where the operator's own belongs. */
const placeholder = /"REPLACE[^"]*"|"[^"]*\breplace\b[^"]*"/g;

/** The settings of an operator's file, whole, in the right shape, and their own. */
export function readSettings(file: string): Settings {
  const text = readFileSync(file, 'utf8');
  const read = Settings.safeParse(asJson(text));
  if (!read.success) throw new ConfigurationError(`SETTINGS_FILE is not right:\n${z.prettifyError(read.error)}`);
  const left = text.match(placeholder) ?? [];
  if (left.length > 0) throw new ConfigurationError(`SETTINGS_FILE still holds places to fill in: ${left.join(', ')}`);
  const found = inventedIn(text);
  if (found.length > 0)
    throw new ConfigurationError(`SETTINGS_FILE still holds values of the demo: ${found.join(', ')}`);
  return read.data;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigurationError('SETTINGS_FILE is not right: it is no JSON');
  }
}
