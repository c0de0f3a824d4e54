import { sql } from 'kysely';
import type { Verdict } from '../../src/features/scam-reports/types.ts';
import { after, days, hours } from '../../src/kernel/clock.ts';
import type { Db } from '../../src/platform/database/database.ts';
import { walletFor } from './invented.ts';

/** Invented report, with reserved domains (RFC 2606) and phone numbers. */
type DemoReport = {
  readonly by: string;
  readonly daysAgo: number;
  readonly name: string;
  readonly description: string;
  readonly facts: readonly { kind: string; scope: string; value: string }[];
};

const site = (value: string) => ({ kind: 'domain', scope: '', value });
const doubler = { kind: 'wallet', scope: 'bitcoin', value: walletFor('bitcoin', 'a scam of the demo') };

const doubling: readonly DemoReport[] = [
  {
    by: 'tier1',
    daysAgo: 12,
    name: 'Island Doubler',
    facts: [site('island-doubler.example'), doubler],
    description: 'They promised to double my bitcoin in a week. After I sent it, they stopped replying.',
  },
  {
    by: 'tier2',
    daysAgo: 9,
    name: 'Island Doubler',
    facts: [doubler],
    description: 'A man in a chat group asked me to buy bitcoin and send it to this wallet.',
  },
];
const others: readonly (readonly DemoReport[])[] = [
  [
    {
      by: 'traveller',
      daysAgo: 3,
      name: 'Fake support call',
      facts: [{ kind: 'phone', scope: '', value: '+18765550142' }],
      description: 'Someone who said they were from your support asked for my recovery phrase.',
    },
  ],
  [
    {
      by: 'enhanced',
      daysAgo: 1,
      name: 'Yard Coin Giveaway',
      facts: [site('yard-giveaway.example')],
      description: 'Send one coin and get two back. The page shows a photo of a well-known singer.',
    },
    {
      by: 'returning',
      daysAgo: 1,
      name: 'Yard giveaway',
      facts: [site('yard-giveaway.example')],
      description: 'Everyone in my family got the same message.',
    },
  ],
];

const findUserId = async (tx: Db, name: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id from profiles where email = ${`${name}@demo.test`}`.execute(tx);
  if (!rows[0]) throw new Error(`the demo has no ${name}`);
  return rows[0].id;
};

/** Inserts a report of a customer. Returns the id of its scam case. */
async function insertReport(tx: Db, { by, daysAgo, name, description, facts }: DemoReport, now: Date): Promise<string> {
  const reporterId = await findUserId(tx, by);
  const at = after(now, -days(daysAgo));
  const { rows } = await sql<{ id: string }>`
    insert into scam_reports (user_id, name, description, idempotency_key, request_hash, created_at)
      values (${reporterId}, ${name}, ${description}, gen_random_uuid(), 'demo', ${at}) returning id`.execute(tx);
  const factsJson = JSON.stringify(facts.map((fact) => ({ ...fact, given: fact.value })));
  await sql`select set_config('app.user_id', ${reporterId}, true)`.execute(tx);
  const placed = await sql<{ caseId: string }>`
    select app.assign_scam_report(${rows[0]?.id}, ${factsJson}::jsonb) "caseId"`.execute(tx);
  await sql`select set_config('app.user_id', '', true)`.execute(tx);
  return placed.rows[0]?.caseId ?? '';
}

type DemoVerdict = { readonly caseId: string; readonly verdict: Verdict; readonly at: Date };

async function insertVerdict(tx: Db, { caseId, verdict, at }: DemoVerdict): Promise<string> {
  const checks = { evidence: 'yes', ours: 'yes', official: 'no', others: 'yes', reporters: 'yes' };
  const { rows } = await sql<{ id: string }>`
    insert into scam_verdicts (scam_case_id, verdict, checklist, reason_code, note, decided_by, decided_at)
      values (${caseId}, ${verdict}, ${JSON.stringify(checks)}, 'promised_returns',
        'Two people independently report the same story and the same wallet.', ${await findUserId(tx, 'compliance')}, ${at})
      returning id`.execute(tx);
  return rows[0]?.id ?? '';
}

async function insertWarning(tx: Db, { caseId, verdict, at }: DemoVerdict): Promise<void> {
  const verdictId = await insertVerdict(tx, { caseId, verdict, at });
  const named = await sql<{ id: string }>`select id from scam_indicators where scam_case_id = ${caseId}`.execute(tx);
  const indicators = named.rows.map(({ id }) => id);
  const words = {
    title: 'Island Doubler',
    summary: 'People say they sent bitcoin that would be doubled and got nothing back.',
  };
  const proposer = await findUserId(tx, 'compliance');
  const payload = JSON.stringify({ verdictId, verdict, ...words, indicators });
  const proposed = await sql<{ id: string }>`
    insert into proposals (kind, subject, payload, proposed_by, proposed_at)
      values ('scam_warning', ${caseId}, ${payload}::jsonb, ${proposer}, ${at}) returning id`.execute(tx);
  const proposalId = proposed.rows[0]?.id;
  const agreedAt = after(at, hours(1));
  await sql`update proposals set state = 'approved', decided_by = ${await findUserId(tx, 'admin')}, decided_at = ${agreedAt}
     where id = ${proposalId}`.execute(tx);
  const published = await sql<{ id: string }>`
    insert into scam_publications (scam_case_id, verdict_id, verdict, slug, title, summary, proposal_id, published_at)
      values (${caseId}, ${verdictId}, ${verdict}, 'island-doubler', ${words.title}, ${words.summary}, ${proposalId},
        ${agreedAt}) returning id`.execute(tx);
  await sql`insert into scam_published_indicators (publication_id, indicator_id)
      select ${published.rows[0]?.id}::uuid, unnest(${indicators}::uuid[])`.execute(tx);
}

/** Inserts three scam cases. One is published, with the wallet `scamWallet`. */
export async function insertScamCases(tx: Db, now: Date): Promise<void> {
  let caseId = '';
  for (const each of doubling) caseId = await insertReport(tx, each, now);
  await insertWarning(tx, { caseId, verdict: 'likely', at: after(now, -days(7)) });
  for (const each of others.flat()) await insertReport(tx, each, now);
}

/** Wallet of the published demo warning. Orders to this wallet show the warning. */
export const scamWallet = doubler.value;
