import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { parse } from 'yaml';
import { startFakeClamd } from '../../fakes/files/clamd.ts';
import { startFakeS3 } from '../../fakes/files/s3-server.ts';
import { startSmtpServer } from '../../fakes/mail/smtp-server.ts';
import { startFakeProviders } from '../../fakes/prices/fake-provider.ts';
import { inventedOfac, inventedUn } from '../../fakes/screening/official-lists.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { scratchOnDisk } from '../../tools/scratch.ts';
import { freePort } from '../reliability/free-port.ts';
import { dataFolder } from '../reliability/product.ts';
import { realSettings } from '../reliability/production.ts';
import type { Stage } from './scenarios.ts';

type Compose = { services: Record<string, { environment: Record<string, string> }> };

/** What compose.yaml tells the product, with the places of this machine in place of its services. */
export type Site = {
  readonly port: number;
  /** For `podman run`: settings, secrets without the owner's, and the files that are laid before it. */
  readonly given: readonly string[];
  /** The owner's road, which what migrates alone is told. */
  readonly owner: string;
  /** The owner's connection, for looking. */
  readonly database: pg.Client;
  readonly secrets: Readonly<Record<string, string>>;
};

/** The secrets that compose.yaml is given, as its own script draws them. */
function draw(folder: string): string {
  cpSync('ops/compose/prepare.sh', join(folder, 'prepare.sh'));
  writeFileSync(join(folder, 'my-settings.json'), JSON.stringify(realSettings));
  const drawn = spawnSync(join(folder, 'prepare.sh'), [join(folder, 'my-settings.json')], { encoding: 'utf8' });
  if (drawn.status !== 0) throw new Error(`No secrets were drawn: ${drawn.stderr}`);
  return join(folder, 'private');
}

/** A PostgreSQL that believes nobody but its superuser without a password, and the logins of compose.yaml in it. */
async function layDatabase(drawn: string, beforeEnd: Stage['beforeEnd']): Promise<string> {
  const folder = join(dataFolder(), 'postgres');
  const server = await startPostgres(folder, '-c max_connections=120');
  beforeEnd(server.stop);
  const superuser = new pg.Client({ connectionString: server.url });
  await superuser.connect();
  for (const line of readFileSync(join(drawn, 'database.sql'), 'utf8').trim().split('\n')) await superuser.query(line);
  const lines = ['host all postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256'];
  writeFileSync(join(folder, 'pg_hba.conf'), `${lines.join('\n')}\n`);
  await superuser.query('select pg_reload_conf()');
  await superuser.end();
  return server.url;
}

/** Lists of today, for whoever imports by hand: nobody here has a way to their publishers. */
function layLists(folder: string): string {
  const [lists, today] = [join(folder, 'lists'), new Date().toISOString().slice(0, 10)];
  mkdirSync(lists);
  writeFileSync(join(lists, 'ofac.xml'), inventedOfac(today, [{ ref: '1', first: 'Zoltran', last: 'Quistmeyer' }]));
  writeFileSync(join(lists, 'un.xml'), inventedUn(today));
  return lists;
}

/** Everything around the image: database, secrets, files, and stand-ins for the services that compose.yaml names. */
export async function openSite(beforeEnd: Stage['beforeEnd']): Promise<Site> {
  const folder = mkdtempSync(join(scratchOnDisk(), 'cryptocommerce-site-'));
  beforeEnd(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const drawn = draw(folder);
  const server = await layDatabase(drawn, beforeEnd);
  const [mail, bucket, clamd, prices] = [
    await startSmtpServer(),
    await startFakeS3(),
    await startFakeClamd(),
    await startFakeProviders(),
  ];
  for (const { stop } of [mail, bucket, clamd, prices]) beforeEnd(stop);
  const { port: database } = new URL(server);
  const here = (text: string) => text.replaceAll(/@(pooler:6432|database:5432)\//g, `@127.0.0.1:${database}/`);
  const secretsFile = join(drawn, 'product.env');
  writeFileSync(secretsFile, here(readFileSync(secretsFile, 'utf8')));
  const port = await freePort();
  const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as Compose;
  const environment: Record<string, string> = {
    ...compose.services['web']?.environment,
    ...{ PORT: String(port), HOST: '127.0.0.1', TRUSTED_PROXY: '127.0.0.1' },
    ...{ SMTP_URL: mail.url, CLAMD_ADDRESS: clamd.address, S3_ENDPOINT: bucket.url },
    ...{ PRICE_PROVIDERS: 'kraken', KRAKEN_URL: prices.urls.kraken },
  };
  const looking = new pg.Client({ connectionString: server.replace(/\/postgres$/, '/cryptocommerce') });
  await looking.connect();
  beforeEnd(() => looking.end());
  const owner = parseEnv(here(readFileSync(join(drawn, 'owner.env'), 'utf8')))['DATABASE_URL'] ?? '';
  return {
    port,
    given: [
      ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      ...['--env-file', secretsFile],
      ...['--volume', `${join(drawn, 'settings.json')}:${environment['SETTINGS_FILE']}:ro`],
      ...['--volume', `${layLists(folder)}:/lists:ro`],
    ],
    owner,
    database: looking,
    secrets: parseEnv(readFileSync(secretsFile, 'utf8')) as Record<string, string>,
  };
}
