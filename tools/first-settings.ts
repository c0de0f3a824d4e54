import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Settings } from '../src/features/settings/schema.ts';
import { insertFirstSettings } from '../src/features/settings/store.ts';
import { type Config, ConfigurationError } from '../src/platform/config.ts';
import { createKysely, openPool } from '../src/platform/database.ts';
import { beBorn, inventedIn } from './born-as.ts';

/** First settings of a production database, from the operator's file. Later versions come from the admin area. */
export async function layDownFirstSettings(databaseUrl: string, config: Config): Promise<void> {
  const settings = readSettings(config.settingsFile ?? '');
  const pool = openPool({ url: databaseUrl, max: 1 });
  const laidDown = createKysely(pool)
    .transaction()
    .execute(async (tx) => {
      await beBorn(tx, 'production');
      await insertFirstSettings(tx, settings);
    });
  await laidDown.finally(() => pool.end());
}

/** Placeholders in `settings.example.json`. */
const placeholder = /"REPLACE[^"]*"|"[^"]*\breplace\b[^"]*"/g;

/** Settings from the operator's file. Throws when one is missing, malformed or a placeholder. */
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
