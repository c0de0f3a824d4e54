import { sql } from 'kysely';
import { demoPeople } from '../fakes/people.ts';
import { demoSettings } from '../src/features/settings/demo-settings.ts';
import { type Config, ConfigurationError } from '../src/platform/config/config.ts';
import { createKysely, type Db, openPool } from '../src/platform/database/database.ts';
import { assertModeMatches } from '../src/platform/database/schema-version.ts';

type Mode = Config['mode'];

/** Account numbers and addresses of the demo. Money sent to them would be lost. */
const demoValues = [
  demoSettings.bank_accounts.JMD.number,
  demoSettings.bank_accounts.USD.number,
  ...Object.values(demoSettings.company_wallets).map((wallet) => wallet.address),
  ...Object.values(demoSettings.token_contracts),
];

export const findDemoValues = (text: string): string[] => demoValues.filter((value) => text.includes(`"${value}"`));

/** Throws when the database was created in the other mode. Call before migrating. */
export async function refuseOtherMode(ownerUrl: string, mode: Mode): Promise<void> {
  const pool = openPool({ url: ownerUrl, max: 1 });
  try {
    const db = createKysely(pool);
    const { rows } = await sql<{
      known: boolean;
    }>`select to_regclass('public.deployment_mode') is not null known`.execute(db);
    if (rows[0]?.known) assertModeMatches(mode, await readStoredMode(db));
  } finally {
    await pool.end();
  }
}

/** Stores the mode permanently; throws for the other one. Call as the owner, in the transaction of the first data. */
export async function storeMode(tx: Db, mode: Mode): Promise<void> {
  await sql`insert into deployment_mode (mode) values (${mode}) on conflict do nothing`.execute(tx);
  assertModeMatches(mode, await readStoredMode(tx));
  if (mode === 'production') await refuseDemoData(tx);
}

async function readStoredMode(db: Db): Promise<Mode | undefined> {
  const { rows } = await sql<{ mode: Mode }>`select mode from deployment_mode`.execute(db);
  return rows[0]?.mode;
}

/** Throws when the database has demo data. The stored mode is no proof: demo rows may have been copied in. */
async function refuseDemoData(tx: Db): Promise<void> {
  const { rows } = await sql<{ people: string[]; settings: string; prices: boolean; lists: boolean }>`
    select array(select email from auth."user" where "emailVerified" and email in
        (${sql.join(demoPeople.map(({ email }) => email))}) order by email) people,
      (select coalesce(jsonb_agg(s.value), '[]')::text from (select distinct on (key) value from setting_versions
        order by key, valid_from desc, id desc) s) settings,
      exists (select from crypto_prices where demo) or exists (select from price_history where demo) prices,
      exists (select from sanctions_lists where origin = 'demo') lists`.execute(tx);
  const held = rows[0];
  if (!held) return;
  const found = [
    ...held.people.map((email) => `the demo user ${email}`),
    ...findDemoValues(held.settings).map((value) => `the demo setting ${value}`),
    ...(held.prices ? ['recorded demo prices'] : []),
    ...(held.lists ? ['the demo sanctions list'] : []),
  ];
  if (found.length === 0) return;
  throw new ConfigurationError(
    `This database contains demo data:\n  ${found.join('\n  ')}\n` +
      'Production needs its own database: create an empty one and set DATABASE_URL to it.',
  );
}
