import { randomInt } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startFakeS3 } from '../../fakes/files/s3-server.ts';
import { startSmtpServer } from '../../fakes/mail/smtp-server.ts';
import { freePort } from '../../test/reliability/free-port.ts';
import type { Product } from '../../test/reliability/product.ts';
import { until } from '../../test/reliability/until.ts';
import { newClock, setClock, under } from '../../tools/clock/hand.ts';
import { clockLibrary } from '../../tools/clock/library.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { type Deployment, startDeployment } from './deployment.ts';
import { OrderBook } from './order-book.ts';
import { seconds } from './report.ts';
import type { RunScenario, ScenarioContext } from './scenarios.ts';
import { smallDisk } from './small-disk.ts';
import { reportComparison } from './verdict.ts';

const hoursToMs = (count: number) => count * 3_600_000;

async function openScene({ beforeEnd }: ScenarioContext) {
  const disk = smallDisk(900, beforeEnd);
  const postgres = await startPostgres(join(disk.folder, 'postgres'), '-c max_wal_size=96MB -c min_wal_size=32MB');
  beforeEnd(postgres.stop);
  postgres.keep(() => undefined);
  const bucket = await startFakeS3();
  beforeEnd(bucket.stop);
  const mailPort = await freePort();
  const mails: string[] = [];
  let mail = await startSmtpServer(mailPort);
  const dataDir = join(disk.folder, 'files');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const deployment = await startDeployment({
    server: postgres.url,
    beforeEnd,
    env: {
      DATA_DIR: dataDir,
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: 'Cryptocommerce <no-reply@cryptocommerce.example>',
      TRUSTED_PROXY: '127.0.0.1',
      S3_BUCKET: 'files',
      S3_ENDPOINT: bucket.url,
      S3_PATH_STYLE: 'yes',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'word',
    },
  });
  const library = clockLibrary();
  const hand = newClock(join(disk.folder, 'clock'), new Date().toISOString());
  const stopMail = async () => {
    mails.push(...mail.mails.flatMap(({ to }) => to));
    await mail.stop();
  };
  beforeEnd(stopMail);
  return {
    disk,
    bucket,
    deployment,
    mail: {
      stop: stopMail,
      begin: async () => {
        mail = await startSmtpServer(mailPort);
      },
      listRecipients: () => [...mails, ...mail.mails.flatMap(({ to }) => to)],
    },
    clock: { under: library ? under(library, hand) : null, step: (ms: number) => setClock(hand, isoFromNow(ms)) },
  };
}

type Scene = Awaited<ReturnType<typeof openScene>>;
const isoFromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

async function startRestartable(deployment: Deployment, role: 'web' | 'worker', more: Record<string, string> = {}) {
  let running: Product = await deployment.open(role, more);
  const { port, origin } = running;
  const before: string[] = [];
  return {
    origin,
    readLogs: () => [...before, running.output.err].join('\n'),
    killAndRestart: async () => {
      await running.end('SIGKILL');
      before.push(running.output.err);
      await sleep(1_000);
      running = await deployment.open(role, { ...more, PORT: String(port) });
    },
    end: () => running.end('SIGTERM'),
  };
}

type Part = Awaited<ReturnType<typeof startRestartable>>;
type Parts = { readonly scene: Scene; readonly one: Part; readonly other: Part; readonly worker: Part };

const faults: Readonly<Record<string, (parts: Parts) => Promise<void>>> = {
  'the pooler is stopped for 2 s and started, three times': async ({ scene: { deployment } }) => {
    for (const signal of ['SIGINT', 'SIGKILL', 'SIGINT'] as const) {
      await deployment.pooler.stop(signal);
      await sleep(2_000);
      await deployment.pooler.begin();
      await sleep(4_000);
    }
  },
  'a web process is killed -9 and started again, three times': async ({ one }) => {
    for (let time = 0; time < 3; time++) {
      await one.killAndRestart();
      await sleep(randomInt(500, 2_000));
    }
  },
  'the worker is killed -9 and started again, twice': async ({ worker }) => {
    for (let time = 0; time < 2; time++) await worker.killAndRestart();
  },
  'the disk of database and files is full for 10 s': async ({ scene: { disk } }) => {
    // Refills space that becomes free meanwhile.
    for (let time = 0; time < 20; time++) {
      disk.fill();
      await sleep(500);
    }
    disk.empty();
  },
  'the clock of one web process steps two hours ahead for 8 s, and two back': async ({ scene: { clock } }) => {
    for (const step of [hoursToMs(2), 0, hoursToMs(-2), 0]) {
      clock.step(step);
      await sleep(8_000);
    }
  },
  'the bucket answers 500 for 10 s': async ({ scene: { bucket } }) => {
    bucket.setMode('down');
    await sleep(10_000);
    bucket.setMode('ok');
  },
  'the mail server is away for 15 s': async ({ scene: { mail } }) => {
    await mail.stop();
    await sleep(15_000);
    await mail.begin();
  },
};

function requestPasswordResets(origins: readonly string[], people: readonly string[]) {
  const answered: string[] = [];
  let stopped = false;
  const work = (async () => {
    for (let nth = 0; nth < people.length && !stopped; nth++) {
      const email = people[nth] ?? '';
      const address = `203.0.${randomInt(0, 256)}.${randomInt(1, 255)}`;
      for (let tries = 0; tries < 60 && !stopped; tries++) {
        const answer = await fetch(`${origins[(nth + tries) % origins.length]}/api/rpc/accounts/requestPasswordReset`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: JSON.stringify({ json: { email } }),
          signal: AbortSignal.timeout(10_000),
        }).catch(() => null);
        await answer?.arrayBuffer().catch(() => undefined);
        if (answer?.status === 200) answered.push(email);
        if (answer && answer.status < 500) break;
        await sleep(500);
      }
      await sleep(1_000);
    }
  })();
  return {
    answered,
    stop: async () => {
      stopped = true;
      await work;
    },
  };
}

async function runFault(
  parts: Parts,
  book: OrderBook,
  [name, inject]: [string, (typeof faults)[string]],
): Promise<string> {
  const [startedAt, placed, before] = [performance.now(), book.placed, { ...book.answers }];
  await inject(parts);
  const ordered = book.placed;
  await until('orders after it', () => book.placed > ordered + 50, 120_000);
  const silence = book.longestSilence(startedAt, performance.now());
  const kinds = Object.entries(book.answers)
    .map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const)
    .filter(([kind, count]) => count > 0 && kind !== '200')
    .map(([kind, count]) => `${kind} ${count} times`);
  const otherKinds = kinds.join(', ') || 'none';
  return `${name}: ${book.placed - placed} orders meanwhile, none for ${seconds(silence.all)}; answers but 200: ${otherKinds}`;
}

/** Scenario: after all faults, the database must equal the responses that customers received. */
export const faultsUnderOrders: RunScenario = async (stage) => {
  const { report, number, beforeEnd } = stage;
  const scene = await openScene(stage);
  const { deployment, clock, disk } = scene;
  if (!clock.under) throw new Error('Changing the clock needs libfaketime (Debian package faketime).');
  const one = await startRestartable(deployment, 'web');
  const other = await startRestartable(deployment, 'web', clock.under);
  const parts: Parts = { scene, one, other, worker: await startRestartable(deployment, 'worker') };
  const owner = new pg.Pool({ connectionString: deployment.scene.url, max: 2 });
  owner.on('error', () => undefined);
  beforeEnd(() => owner.end());
  report.print(
    `PostgreSQL 18 and files on a disk of 900 MB (${disk.free()} MB free), PgBouncer as shipped, a bucket, a mail`,
  );
  report.print(
    'server, two web processes, a worker; 12 customers order at a time, one in five calls off, one in ten pays',
  );
  const origins = [one.origin, other.origin];
  const book = new OrderBook({ customers: deployment.scene.customers, origins, claims: true });
  const { rows: people } = await owner.query<{ email: string }>(
    `select email from auth."user" where email like '%@bench.test' order by email limit 400`,
  );
  const addresses = people.map(({ email }) => email);
  book.begin(12, 0);
  const resets = requestPasswordResets(origins, addresses);
  const pauseUntilCalm = async () => {
    book.paused = true;
    await stage.calm();
    book.paused = false;
    await sleep(1_000);
  };
  await until('the first orders', () => book.placed > 50, 60_000);
  for (const fault of Object.entries(faults)) {
    await pauseUntilCalm();
    report.print(await runFault(parts, book, fault));
  }
  const minOrders = number('orders', 10_000);
  while (book.placed < minOrders) await pauseUntilCalm();
  await Promise.all([book.stop(), resets.stop()]);
  report.check(book.placed >= minOrders, `orders acknowledged, at least ${minOrders}`, book.placed);
  const found = await reportComparison(report, book, owner);
  for (const entry of summarizeLogs([one, other, parts.worker])) report.print(`in the logs: ${entry}`);
  await owner.query(`update pgboss.job set start_after = now() where state = 'retry'`);
  await checkMails(stage, resets.answered, scene.mail.listRecipients);
  const unreadable = await countUnreadable(one.origin, book.claimed());
  report.check(unreadable === 0, `slips that their owners cannot open, of ${found.claimed}`, unreadable);
  for (const role of [one, other, parts.worker]) await role.end();
};

async function checkMails(
  { report }: ScenarioContext,
  promised: readonly string[],
  listRecipients: () => readonly string[],
) {
  const missing = () => promised.filter((email) => !listRecipients().includes(email)).length;
  await until('all mails', () => missing() === 0, 90_000).catch(() => undefined);
  report.check(missing() === 0, `mails missing, of ${promised.length} that were promised`, missing());
  report.print(`mails that arrived twice: ${listRecipients().length - new Set(listRecipients()).size}`);
}

function summarizeLogs(parts: readonly Part[]): string[] {
  const counts = new Map<string, number>();
  for (const line of parts.flatMap(({ readLogs }) => readLogs().split('\n'))) {
    const [, name] = /"message":"([^"]{1,90})/.exec(line) ?? [];
    const code = /"code":"([^"]+)"/.exec(line)?.[1] ?? '';
    if (name) counts.set(`${name} ${code}`.trim(), (counts.get(`${name} ${code}`.trim()) ?? 0) + 1);
  }
  const frequent = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 12);
  return frequent.map(([name, count]) => `${count} times ${name}`);
}

async function countUnreadable(
  origin: string,
  claims: readonly { cookie: string; proofFile: string }[],
): Promise<number> {
  let failed = 0;
  for (const { cookie, proofFile } of claims) {
    const link = await fetch(`${origin}/api/rpc/documents/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ json: { fileId: proofFile } }),
    });
    const { url } = ((await link.json()) as { json: { url?: string } }).json;
    const file = url ? await fetch(`${origin}${url}`, { headers: { cookie } }) : null;
    if ((await file?.arrayBuffer())?.byteLength === 0 || file?.status !== 200) failed++;
  }
  return failed;
}
