import { sql } from 'kysely';
import { type DemoPerson, demoPassword, demoPeople } from '../../fakes/people.ts';
import { versionsInForce } from '../../src/features/accounts/agreements/legal-documents.ts';
import { importDemoList } from '../../src/features/screening/demo-list.ts';
import { demoSettings } from '../../src/features/settings/demo-settings.ts';
import { insertFirstSettings } from '../../src/features/settings/store.ts';
import { createKysely, type Db, openPool } from '../../src/platform/database/database.ts';
import { passwords } from '../../src/platform/jobs/password-work.ts';
import { storeMode } from '../deployment-mode.ts';
import { insertAssessments } from './assess-orders.ts';
import { insertHelpConversations } from './help.ts';
import { insertOrders } from './histories.ts';
import { insertTravelAlerts } from './journey.ts';
import { insertLaunch } from './launch.ts';
import { insertPassedTests } from './lessons.ts';
import { insertPlans } from './plans.ts';
import { insertScamCases } from './scams.ts';
import { insertSubmissions, type Where } from './submissions.ts';
import { insertComplianceData } from './suspicions.ts';
import { insertWorkshops } from './workshops.ts';

/** Inserts demo users and settings into a new database, once, as its owner. With `histories`, also orders and cases. */
export async function prepareDemo(ownerUrl: string, options: { histories: Where | null }): Promise<void> {
  const pool = openPool({ url: ownerUrl, max: 1 });
  try {
    await createKysely(pool)
      .transaction()
      .execute(async (tx) => {
        // A concurrent start waits here and then finds the demo data.
        await sql`select pg_advisory_xact_lock(20261120)`.execute(tx);
        await storeMode(tx, 'demo');
        await importDemoList(tx, new Date());
        const { rows } = await sql`select 1 from profiles limit 1`.execute(tx);
        if (rows.length > 0) return;
        await insertFirstSettings(tx, demoSettings);
        const password = await passwords.hash(demoPassword, ['demo']);
        for (const person of demoPeople) await addPerson(tx, person, password);
        await insertPassedTests(tx);
        await insertPlans(tx);
        await insertWorkshops(tx);
        if (!options.histories) return;
        const now = new Date();
        await insertOrders(tx, now);
        await insertAssessments(tx, now);
        await insertTravelAlerts(tx, now);
        await insertSubmissions(tx, options.histories, now);
        await insertComplianceData(tx, now);
        await insertScamCases(tx, now);
        await insertHelpConversations(tx, now);
        await insertLaunch(tx, options.histories, now);
      });
  } finally {
    await pool.end();
  }
}

async function addPerson(tx: Db, user: DemoPerson, password: string): Promise<void> {
  const name = `${user.firstName} ${user.lastName}`;
  const { rows } = await sql<{ id: string }>`
    insert into auth."user" (name, email, "emailVerified") values (${name}, ${user.email}, true) returning id`.execute(
    tx,
  );
  const id = rows[0]?.id ?? '';
  await sql`insert into auth.account ("userId", password) values (${id}, ${password})`.execute(tx);
  await sql`insert into profiles (id, email, first_name, last_name, display_name, phone_number, date_of_birth,
      country_of_residence, declared_country, nationality, occupation, location_consent, location_asked_at)
    values (${id}, ${user.email}, ${user.firstName}, ${user.lastName}, ${name}, '+18765550100', '1990-04-12', 'JM', 'JM', 'JM',
      ${user.occupation}, ${user.location}, ${user.location === null ? null : new Date()})`.execute(tx);
  for (const { document, version } of versionsInForce) {
    const agreed = document === 'terms' ? (user.terms ?? version) : version;
    await sql`insert into agreements (user_id, document, version) values (${id}, ${document}, ${agreed})`.execute(tx);
  }
  for (const tier of user.tiers)
    await sql`insert into kyc_submissions (user_id, tier, status, decided_at) values (${id}, ${tier}, 'approved', now())`.execute(
      tx,
    );
  for (const role of user.roles) await sql`insert into user_roles (user_id, role) values (${id}, ${role})`.execute(tx);
}
