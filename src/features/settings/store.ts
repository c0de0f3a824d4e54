import { sql } from 'kysely';
import { allRows, type Db, firstValue } from '../../platform/database.ts';
import { EverOurs, type SettingKey, Settings, type SettingsInForce } from './schema.ts';

/**
 * Which settings are in force, in a word that changes whenever any of them does. To be put into other features'
 * statements that read from `inForce`; they ask for the settings only when the word is new: see {@link settingsOf}.
 */
export const settingsVersion = sql<string>`in_force.settings`;

/** All settings in force. A database without them is a fault: they are laid down before the first start. */
export async function currentSettings(tx: Db): Promise<SettingsInForce> {
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

/** All settings as they were in force at a moment (decision D1); of one that is younger, its first value. */
export async function settingsAt(tx: Db, moment: Date): Promise<Settings> {
  const { rows } = await sql<{ settings: unknown }>`select jsonb_object_agg(s.key, s.value) settings from (
    select distinct on (key) key, value from setting_versions
    order by key, valid_from <= ${moment} desc,
      case when valid_from <= ${moment} then valid_from end desc, valid_from, id desc) s`.execute(tx);
  return Settings.parse(rows[0]?.settings);
}

let known: { version: string; settings: SettingsInForce } | null = null;

/** The settings of a version: read once by each process, then known until the version changes. */
export async function settingsOf(tx: Db, version: string): Promise<SettingsInForce> {
  if (known?.version === version) return known.settings;
  const settings = await currentSettings(tx);
  known = { version, settings };
  return settings;
}

/** Since when the value of a setting stands. */
export const inForceSince = async (tx: Db, key: SettingKey) =>
  (await firstValue<Date>(tx)`select max(valid_from) since from setting_versions
    where key = ${key}`) ?? new Date(0);

export type SettingVersion = {
  value: unknown;
  validFrom: Date;
  proposedBy: string | null;
  approvedBy: string | null;
};

/** What a setting has been, newest first, with the people behind each change (decision D1). */
export const settingHistory = (tx: Db, key: SettingKey) =>
  allRows<SettingVersion>(tx)`
    select v.value, v.valid_from "validFrom", p.email "proposedBy", a.email "approvedBy"
      from setting_versions v left join profiles p on p.id = v.proposed_by left join profiles a on a.id = v.approved_by
     where v.key = ${key} order by v.valid_from desc, v.id desc limit 100`;

/**
 * Has the database put in force what was approved in this transaction, from now on, with both people (decisions D1,
 * D2).
 */
export const putInForce = (tx: Db, proposalId: string) => sql`select app.put_setting(${proposalId})`.execute(tx);

/** Lays down the first version of every setting that has none; used once, when a database is new. */
export async function layDownSettings(owner: Db, settings: Settings): Promise<void> {
  for (const [key, value] of Object.entries(settings))
    await sql`insert into setting_versions (key, value) select ${key}, ${JSON.stringify(value)}::jsonb
      where not exists (select from setting_versions where key = ${key})`.execute(owner);
}
