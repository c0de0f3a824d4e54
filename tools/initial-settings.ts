import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { findCardsFault } from '../src/features/payments/cards/providers/registry.ts';
import { Settings } from '../src/features/settings/schema.ts';
import { insertFirstSettings } from '../src/features/settings/store.ts';
import { type Config, ConfigurationError } from '../src/platform/config/config.ts';
import { createKysely, openPool } from '../src/platform/database/database.ts';
import { findDemoValues, storeMode } from './deployment-mode.ts';

/** Inserts the operator's SETTINGS_FILE into a new production database. Staff change the settings later. */
export async function insertOperatorSettings(databaseUrl: string, config: Config): Promise<void> {
  const settings = readSettings(config.settingsFile ?? '');
  const pool = openPool({ url: databaseUrl, max: 1 });
  const inserted = createKysely(pool)
    .transaction()
    .execute(async (tx) => {
      await storeMode(tx, 'production');
      await insertFirstSettings(tx, settings);
    });
  await inserted.finally(() => pool.end());
}

/** Placeholders in `settings.example.json`. */
const placeholder = /"REPLACE[^"]*"|"[^"]*\breplace\b[^"]*"/g;

/** Reads the operator's file. Throws when a setting is missing, malformed, a placeholder or a demo value. */
export function readSettings(file: string): Settings {
  const text = readFileSync(file, 'utf8');
  const read = Settings.safeParse(asJson(text));
  if (!read.success) throw new ConfigurationError(`SETTINGS_FILE is invalid:\n${z.prettifyError(read.error)}`);
  const fault = findCardsFault(read.data.cards);
  if (fault !== null) throw new ConfigurationError(`SETTINGS_FILE is invalid: cards: ${fault}`);
  const left = text.match(placeholder) ?? [];
  if (left.length > 0) throw new ConfigurationError(`SETTINGS_FILE still has placeholders: ${left.join(', ')}`);
  const found = findDemoValues(text);
  if (found.length > 0) throw new ConfigurationError(`SETTINGS_FILE still has demo values: ${found.join(', ')}`);
  return read.data;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigurationError('SETTINGS_FILE is not valid JSON');
  }
}
