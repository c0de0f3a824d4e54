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
import { freePort } from '../../test/reliability/free-port.ts';
import { createDataFolder } from '../../test/reliability/product.ts';
import { productionSettings } from '../../test/reliability/production.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { getTempFolderOnDisk } from '../../tools/temp-storage.ts';
import type { ScenarioContext } from './scenarios.ts';

type Compose = { services: Record<string, { environment: Record<string, string> }> };

export type Site = {
  readonly port: number;
  /** Arguments for `podman run` without the secrets of the owner. */
  readonly containerArguments: readonly string[];
  readonly owner: string;
  readonly database: pg.Client;
  readonly secrets: Readonly<Record<string, string>>;
};

function generateSecrets(folder: string): string {
  cpSync('ops/compose/prepare.sh', join(folder, 'prepare.sh'));
  writeFileSync(join(folder, 'my-settings.json'), JSON.stringify(productionSettings));
  const secretsFolder = spawnSync(join(folder, 'prepare.sh'), [join(folder, 'my-settings.json')], { encoding: 'utf8' });
  if (secretsFolder.status !== 0) throw new Error(`No secrets were generated: ${secretsFolder.stderr}`);
  return join(folder, 'private');
}

/** Starts a PostgreSQL that requires passwords from all but the superuser, with the logins of compose.yaml. */
async function startDatabase(secretsFolder: string, beforeEnd: ScenarioContext['beforeEnd']): Promise<string> {
  const folder = join(createDataFolder(), 'postgres');
  const server = await startPostgres(folder, '-c max_connections=120');
  beforeEnd(server.stop);
  const superuser = new pg.Client({ connectionString: server.url });
  await superuser.connect();
  for (const line of readFileSync(join(secretsFolder, 'database.sql'), 'utf8').trim().split('\n'))
    await superuser.query(line);
  const lines = ['host all postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256'];
  writeFileSync(join(folder, 'pg_hba.conf'), `${lines.join('\n')}\n`);
  await superuser.query('select pg_reload_conf()');
  await superuser.end();
  return server.url;
}

/** Writes current sanctions lists for a manual import, because scenarios have no access to the publishers. */
function writeSanctionsLists(folder: string): string {
  const [lists, today] = [join(folder, 'lists'), new Date().toISOString().slice(0, 10)];
  mkdirSync(lists);
  writeFileSync(
    join(lists, 'ofac.xml'),
    inventedOfac(today, [{ reference: '1', firstName: 'Zoltran', lastName: 'Quistmeyer' }]),
  );
  writeFileSync(join(lists, 'un.xml'), inventedUn(today));
  return lists;
}

/** Creates secrets, settings and files, and starts the database and fakes of the services in compose.yaml. */
export async function openSite(beforeEnd: ScenarioContext['beforeEnd']): Promise<Site> {
  const folder = mkdtempSync(join(getTempFolderOnDisk(), 'cryptocommerce-site-'));
  beforeEnd(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const secretsFolder = generateSecrets(folder);
  const server = await startDatabase(secretsFolder, beforeEnd);
  const [mail, bucket, clamd, prices] = [
    await startSmtpServer(),
    await startFakeS3(),
    await startFakeClamd(),
    await startFakeProviders(),
  ];
  for (const { stop } of [mail, bucket, clamd, prices]) beforeEnd(stop);
  const { port: database } = new URL(server);
  const replacePorts = (text: string) => text.replaceAll(/@(pooler:6432|database:5432)\//g, `@127.0.0.1:${database}/`);
  const secretsFile = join(secretsFolder, 'product.env');
  writeFileSync(secretsFile, replacePorts(readFileSync(secretsFile, 'utf8')));
  const port = await freePort();
  const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as Compose;
  const environment: Record<string, string> = {
    ...compose.services['web']?.environment,
    ...{ PORT: String(port), HOST: '127.0.0.1', TRUSTED_PROXY: '127.0.0.1' },
    ...{ SMTP_URL: mail.url, CLAMD_ADDRESS: clamd.address, S3_ENDPOINT: bucket.url },
    ...{ PRICE_PROVIDERS: 'kraken', KRAKEN_URL: prices.urls.kraken },
  };
  const inspector = new pg.Client({ connectionString: server.replace(/\/postgres$/, '/cryptocommerce') });
  await inspector.connect();
  beforeEnd(() => inspector.end());
  const owner = parseEnv(replacePorts(readFileSync(join(secretsFolder, 'owner.env'), 'utf8')))['DATABASE_URL'] ?? '';
  return {
    port,
    containerArguments: [
      ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      ...['--env-file', secretsFile],
      ...['--volume', `${join(secretsFolder, 'settings.json')}:${environment['SETTINGS_FILE']}:ro`],
      ...['--volume', `${writeSanctionsLists(folder)}:/lists:ro`],
    ],
    owner,
    database: inspector,
    secrets: parseEnv(readFileSync(secretsFile, 'utf8')) as Record<string, string>,
  };
}
