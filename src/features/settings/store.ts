import { sql } from 'kysely';
import { allRows, type Db, firstValue } from '../../platform/database/database.ts';
import { EverOurs, type SettingKey, Settings, type SettingsInForce } from './schema.ts';

/** Version of the active settings, as a column of `activeVersions`. {@link loadSettings} reloads when it changes. */
export const settingsVersion = sql<string>`active_versions.settings`;

/** Loads all settings in force. Throws if the database lacks one. */
export async function loadCurrentSettings(tx: Db): Promise<SettingsInForce> {
  const { rows } = await sql<{ settings: object; accounts: unknown; wallets: unknown }>`
    select jsonb_object_agg(s.key, s.value) settings,
      (select jsonb_agg(distinct value) from setting_versions where key = 'bank_accounts') accounts,
      (select jsonb_agg(distinct value) from setting_versions where key = 'company_wallets') wallets
    from (select distinct on (key) key, value from setting_versions order by key, valid_from desc, id desc) s`.execute(
    tx,
  );
  const { settings, ...ever } = rows[0] ?? {};
  return { ...Settings.parse(settings), everOurs: EverOurs.parse(ever) };
}

/** Loads the settings in force at a past time (decision D1). A setting added later has its first value. */
export async function loadSettingsAt(tx: Db, at: Date): Promise<Settings> {
  const { rows } = await sql<{ settings: unknown }>`select jsonb_object_agg(s.key, s.value) settings from (
    select distinct on (key) key, value from setting_versions
    order by key, valid_from <= ${at} desc,
      case when valid_from <= ${at} then valid_from end desc, valid_from, id desc) s`.execute(tx);
  return Settings.parse(rows[0]?.settings);
}

let cached: { version: string; settings: SettingsInForce } | null = null;

/** Cached until the version changes. */
export async function loadSettings(tx: Db, version: string): Promise<SettingsInForce> {
  if (cached?.version === version) return cached.settings;
  const settings = await loadCurrentSettings(tx);
  cached = { version, settings };
  return settings;
}

export const findInForceSince = async (tx: Db, key: SettingKey) =>
  (await firstValue<Date>(tx)`select max(valid_from) since from setting_versions
    where key = ${key}`) ?? new Date(0);

export type SettingVersion = {
  value: unknown;
  validFrom: Date;
  proposedBy: string | null;
  approvedBy: string | null;
};

/** The versions of a setting, newest first, with proposer and approver (decision D1). */
export const findSettingHistory = (tx: Db, key: SettingKey) =>
  allRows<SettingVersion>(tx)`
    select v.value, v.valid_from "validFrom", p.email "proposedBy", a.email "approvedBy"
      from setting_versions v left join profiles p on p.id = v.proposed_by left join profiles a on a.id = v.approved_by
     where v.key = ${key} order by v.valid_from desc, v.id desc limit 100`;

/** Applies the value that was approved in this transaction (decisions D1, D2). */
export const putInForce = (tx: Db, proposalId: string) => sql`select app.apply_setting(${proposalId})`.execute(tx);

/** Inserts a first version of every setting that has none. */
export async function insertFirstSettings(owner: Db, settings: Settings): Promise<void> {
  for (const [key, value] of Object.entries(settings))
    await sql`insert into setting_versions (key, value) select ${key}, ${JSON.stringify(value)}::jsonb
      where not exists (select from setting_versions where key = ${key})`.execute(owner);
}
