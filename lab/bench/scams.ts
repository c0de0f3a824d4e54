import { parseWallet } from '../../src/features/scam-reports/indicators/wallet.ts';
import type { Request } from './load.ts';
import { post, type Scene } from './scene.ts';

const prefix = `0x${'ab'.repeat(10)}`;
const walletOf = (n: number): string => `${prefix}${n.toString(16).padStart(20, '0')}`;
/** The n-th wallet with its checksum, as the database stores it. */
const storedWalletOf = (n: number): string => parseWallet(walletOf(n), 'erc20')?.value ?? '';

/** Inserts scam cases, each with a wallet, a website and a phone number from two reports. A tenth is published. */
export async function addScamCases({ owner }: Scene, count: number): Promise<void> {
  // Triggers are disabled, because this preparation is not measured.
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(
    `insert into scam_cases (opened_at, last_report_at, reports, reporter_count, waits_since)
       select now(), now(), 2, 2, now() from generate_series(1, $1::int)`,
    [count],
  );
  await owner.query(
    `with m as (select id, row_number() over (order by id) n from scam_cases)
    insert into scam_indicators (kind, scope, value, scam_case_id, reporter_count, first_at, last_at)
      select 'wallet', 'evm', w.value, id, 2, now(), now() from m join unnest($1::text[]) with ordinality w (value, n) using (n)
      union all select 'domain', '', 'scam-' || n || '.example', id, 2, now(), now() from m
      union all select 'phone', '', '+1876' || lpad(n::text, 7, '0'), id, 2, now(), now() from m`,
    [Array.from({ length: count }, (_, at) => storedWalletOf(at + 1))],
  );
  await owner.query(`
    with m as (select id, row_number() over (order by id) n from scam_cases)
    insert into scam_publications (scam_case_id, verdict_id, verdict, slug, title, summary, proposal_id, published_at)
      select id, gen_random_uuid(), 'likely', 'scam-' || n, 'Scam ' || n, 'Bench', gen_random_uuid(), now() from m where n % 10 = 1`);
  await owner.query(`
    insert into scam_published_indicators (publication_id, indicator_id)
      select p.id, i.id from scam_publications p join scam_indicators i on i.scam_case_id = p.scam_case_id`);
  await owner.query('commit');
}

/** Request of the buy form that looks up a typed wallet: one of the first hundred, which both scenes have. */
export const askLook = ({ cookie }: Scene['customers'][number], n: number): Request =>
  post('/api/rpc/trading/addressUsed', cookie, {
    network: 'erc20',
    walletAddress: walletOf((n % 100) + 1),
    destinationTag: '',
  });
