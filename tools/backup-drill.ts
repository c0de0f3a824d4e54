import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { archiveNow, destroy, openScriptArchive, query, run, startArchiving } from './backup/cluster.ts';
import { openEncryptedArchive } from './backup/encrypted-archive.ts';
import { type Running, startProduct } from './backup/product.ts';
import { until } from './backup/until.ts';
import { visitor } from './backup/visitor.ts';
import { anchorOf, ordersIn, readSubmission, type Submission, verifyChain } from './backup/witness.ts';
import { beforeEnd, end } from './shutdown.ts';

/**
 * Destroys the database, files and keys of a demo, restores them from an encrypted archive to a point in time and
 * verifies the result: `npm run test:backup`. `--with scripts` uses PostgreSQL's own archiving. After a failure its
 * folder stays for inspection. `--without keys` and `--without files` leave these out of the restore; the drill must
 * then report FAILED.
 */
const { values: options } = parseArgs({
  options: { without: { type: 'string', default: '' }, with: { type: 'string', default: 'pgbackrest' } },
});

const folder = mkdtempSync(join(tmpdir(), 'cryptocommerce-drill-'));
chmodSync(folder, 0o755);
let hasPassed = false;
beforeEnd(() => {
  if (hasPassed) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  else console.error(`For inspection: ${folder} (product.log, postgres*/server.log, archive)`);
});
const at = (name: string) => join(folder, name);
const [dataDir, log] = [at('data'), at('product.log')];
const archive = options.with === 'scripts' ? openScriptArchive(at('archive')) : openEncryptedArchive(at('archive'));
const copiedFiles = at('files');

let failed = 0;
const step = (text: string) => console.info(`      ${text}`);
function check(text: string, holds: boolean, why = ''): void {
  if (!holds) failed += 1;
  console.info(`${holds ? 'ok    ' : 'FAILED'} ${text}${holds || why === '' ? '' : `: ${why}`}`);
}
const checkThat = async (text: string, holds: () => Promise<boolean>): Promise<void> =>
  holds().then(
    (it) => check(text, it),
    (error: Error) => check(text, false, error.message),
  );

const copyFiles = () => run('sh', [resolve('ops/backup/copy-files.sh'), join(dataDir, 'files'), copiedFiles]);

async function live(): Promise<Lost> {
  const database = await startArchiving(at('postgres'), archive);
  beforeEnd(() => existsSync(at('postgres')) && database.stop());
  archive.begin(database.url, at('postgres'));
  const product = await startProduct(database.url, dataDir, log);
  beforeEnd(product.end);
  const customer = await visitor(product.origin, 'tier2');
  const first = await customer.buy('20000');
  await archive.backUp(database.url, at('postgres'));
  // A real installation stores the keys outside the backup.
  keepKeys();
  step(`base backup taken by ${archive.name}, after order ${first.reference} was placed`);

  const second = await customer.buy('21000');
  const slip = await customer.upload();
  await customer.ask('trading/claimPayment', { orderId: second.orderId, proofFile: slip });
  const submission = await readSubmission(product.origin);
  const slipBytes = await customer.read(slip);
  await until('the audit log to be sealed', () => isSealed(database.url));
  const anchor = await anchorOf(product.origin);
  copyFiles();
  const [now] = await query<{ moment: string }>(database.url, 'select clock_timestamp()::text moment');
  const atMoment = {
    moment: now?.moment ?? '',
    orders: await ordersIn(database.url),
    submission,
    anchor,
    slip,
    slipBytes,
  };
  step(`restore point ${atMoment.moment}: ${atMoment.orders.length} orders, audit log up to ${anchor.slice(0, 20)}...`);
  await sleep(100);

  const third = await customer.buy('22000');
  const lateSlip = await customer.upload();
  await customer.ask('trading/cancelOwn', { orderId: first.orderId });
  copyFiles();
  await archiveNow(database.url);
  const leak = archive.findLeak?.();
  if (leak !== undefined) check('the archive cannot be read without its password', leak === null, leak ?? '');
  step(`after it ${third.reference} was placed, a slip uploaded and ${first.reference} cancelled`);
  return { ...atMoment, product, first: first.orderId, second: second.orderId, third, lateSlip };
}

type Lost = {
  readonly product: Running;
  readonly moment: string;
  readonly orders: readonly string[];
  readonly submission: Submission;
  readonly anchor: string;
  readonly slip: string;
  readonly slipBytes: Buffer | null;
  readonly first: string;
  readonly second: string;
  readonly third: { readonly orderId: string; readonly reference: string };
  readonly lateSlip: string;
};

async function isSealed(url: string): Promise<boolean> {
  const unsealed =
    'select from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id) limit 1';
  return (await query(url, unsealed)).length === 0;
}

const statusAt = async (origin: string) => (await fetch(`${origin}/readyz`)).status;
const becomes = async (origin: string, status: number): Promise<boolean> =>
  until(`readyz to answer ${status}`, async () => (await statusAt(origin)) === status).then(() => true);

const secrets = () => readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
function keepKeys(): void {
  mkdirSync(at('keys'), { mode: 0o700 });
  for (const { name } of secrets()) cpSync(join(dataDir, name), join(at('keys'), name));
}

async function lose({ product }: Lost): Promise<void> {
  await destroy(at('postgres'));
  await checkThat('without its database the product keeps running and reports that it is not ready', () =>
    becomes(product.origin, 503),
  );
  await product.end();
  rmSync(dataDir, { recursive: true, force: true });
  step('deleted the database, all files and all keys of this machine');
}

/** Restores by docs/operations/runbooks/database-lost.md and prints the duration. */
async function bringBack({ moment }: Lost): Promise<{ url: string; product: Running }> {
  const from = performance.now();
  await archive.restore({ folder: at('restored'), moment });
  const database = await startArchiving(at('restored'), archive);
  beforeEnd(database.stop);
  // Order numbers issued after the restore point are already in emails and receipts, so they must not be reused.
  await query(database.url, `select setval('order_numbers', nextval('order_numbers') + 10000)`);
  mkdirSync(dataDir, { mode: 0o700 });
  if (options.without !== 'keys') cpSync(at('keys'), dataDir, { recursive: true });
  if (options.without !== 'files') cpSync(copiedFiles, join(dataDir, 'files'), { recursive: true });
  const product = await startProduct(database.url, dataDir, log);
  beforeEnd(product.end);
  step(`restored and started in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  return { url: database.url, product };
}

async function verifyRestore(lost: Lost, { url, product }: { url: string; product: Running }): Promise<void> {
  const { origin } = product;
  await checkThat('the restored product is ready', () => becomes(origin, 200));
  await checkThat('exactly the orders of the restore point exist', async () =>
    isDeepStrictEqual(await ordersIn(url), lost.orders),
  );
  const customer = await visitor(origin, 'tier2');
  type Shown = { order: { status: string; payIn: string } };
  const shown = async (orderId: string) => (await customer.ask<Shown>('trading/show', { orderId })).order;
  await checkThat(
    'the order that was cancelled later is open again',
    async () => (await shown(lost.first)).status === 'pending',
  );
  await checkThat(
    'the order that was claimed earlier is still claimed',
    async () => (await shown(lost.second)).payIn === 'claimed',
  );
  await checkThat('its slip is unchanged, byte by byte', async () =>
    isDeepStrictEqual(await customer.read(lost.slip), lost.slipBytes),
  );
  await checkThat(
    'the slip that was uploaded later does not exist',
    async () => (await customer.read(lost.lateSlip)) === null,
  );
  await checkThat('staff read TRN, ID number and documents of a submission as before', async () => {
    const submission = await readSubmission(origin);
    return /100.?000.?042/.test(submission.facts) && isDeepStrictEqual(submission, lost.submission);
  });
  const chain = await verifyChain(origin, lost.anchor, at('audit.ndjson'));
  check('the audit log is complete up to the anchor from before the loss', chain.status === 0, chain.said);
  await checkThat('a new order has an unused number', async () => {
    const { reference } = await customer.buy('23000');
    return reference !== lost.third.reference;
  });
}

try {
  const lost = await live();
  await lose(lost);
  await verifyRestore(lost, await bringBack(lost));
  console.info(failed === 0 ? '\nThe drill passed.' : `\nThe drill FAILED: ${failed} of its checks.`);
} catch (error) {
  failed += 1;
  console.error(error);
}
hasPassed = failed === 0;
process.exitCode = hasPassed ? 0 : 1;
await end();
