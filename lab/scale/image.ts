import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { until } from '../../test/reliability/until.ts';
import { buildBaseImages, trustedCertificates } from './base-images.ts';
import { type Container, type Containers, openContainers } from './containers.ts';
import { image } from './image-name.ts';
import { checkBuildContext, checkConfiguration, checkContents } from './image-parts.ts';
import { openSite, type Site } from './image-site.ts';
import { seconds } from './report.ts';
import type { RunScenario, ScenarioContext } from './scenarios.ts';

/** Options of compose.yaml, with the host network. The health check is off, because the scenario runs it itself. */
const containerOptions = [
  ...['--init', '--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp', '--cap-drop', 'ALL'],
  ...['--security-opt', 'no-new-privileges', '--network', 'host', '--health-interval', 'disable'],
];
/** Stop timeout of compose.yaml in seconds. */
const grace = 60;
const volume = `cryptocommerce-data-${process.pid}`;

function build(containers: Containers): number {
  const startedAt = performance.now();
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  const cache = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim();
  const mounts = [`${trustedCertificates}:${trustedCertificates}:ro`, `${cache}:/root/.npm`].flatMap((one) => [
    '--volume',
    one,
  ]);
  const buildOptions = [
    '--quiet',
    '--format',
    'docker',
    '--isolation',
    'chroot',
    '--pull-never',
    '--layers',
    '--jobs',
    '2',
  ];
  containers.buildah('bud', ...buildOptions, ...mounts, '--build-arg', `BUILD_COMMIT=${commit}`, '--tag', image, '.');
  return performance.now() - startedAt;
}

type Command = 'migrate' | 'web' | 'worker' | 'start';
type ImageSite = { readonly containers: Containers; readonly site: Site };

function startPart({ containers, site }: ImageSite, command: Command, extraArguments: string[] = []) {
  const name = `cryptocommerce-${command}-${process.pid}`;
  const args = [
    ...containerOptions,
    ...site.containerArguments,
    '--volume',
    `${volume}:/data`,
    ...extraArguments,
    image,
    command,
  ];
  return { startPart: command, ...containers.start(name, args) };
}
type Part = ReturnType<typeof startPart>;

async function waitUntilReady(container: Container): Promise<void> {
  let left: number | null | undefined;
  void container.gone.then((code) => {
    left = code;
  });
  await until(
    'a part to be ready',
    () => {
      if (left !== undefined) throw new Error(`${container.name} exited with ${left}: ${container.output.err}`);
      return container.output.out.includes('Ready on');
    },
    300_000,
  );
}

const request = async (site: Site, path: string, body?: object) => {
  const answer = await fetch(`http://127.0.0.1:${site.port}${path}`, {
    signal: AbortSignal.timeout(60_000),
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: body }),
    }),
  });
  return { status: answer.status, text: await answer.text() };
};

async function checkMigration({ report }: ScenarioContext, containers: Containers, site: Site): Promise<void> {
  const migrate = startPart({ containers, site }, 'migrate', ['--env', `DATABASE_URL=${site.owner}`]);
  const code = await migrate.gone;
  report.check(code === 0, 'migrate ends with 0', code === 0 ? 0 : `${code}: ${migrate.output.err.slice(0, 500)}`);
  const { rows } = await site.database.query<{ mode: string }>('select mode from deployment_mode');
  report.check(rows[0]?.mode === 'production', 'a database of production is born', String(rows[0]?.mode));
}

/** Checks that the process is unprivileged and can write only to /data and /tmp. */
function checkIsolation({ report }: ScenarioContext, web: Container): void {
  const status = web.exec('cat', '/proc/self/status').out;
  const readStatus = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1];
  const found = `uid ${readStatus('Uid')}, CapEff ${readStatus('CapEff')}, CapBnd ${readStatus('CapBnd')}, NoNewPrivs ${readStatus('NoNewPrivs')}`;
  report.check(/^uid 10001, CapEff 0+, CapBnd 0+, NoNewPrivs 1$/.test(found), 'the process is unprivileged', found);
  const paths = ['/', '/product', '/product/build/product', '/var/tmp', '/run', '/etc', '/root'];
  const canWrite = (path: string) => web.exec('sh', '-c', `echo x > ${path}/a-file`).status === 0;
  const open = paths.filter(canWrite);
  report.check(open.length === 0, `writable paths apart from /data and /tmp, of ${paths.length}`, open.length);
  const writable = ['/data', '/tmp'].filter(canWrite);
  report.check(writable.length === 2, '/data and /tmp are writable', writable.join(' '));
}

type RunningWeb = { stage: ScenarioContext; containers: Containers; web: Container; site: Site };

async function checkAnswers({ stage: { report }, containers, web, site }: RunningWeb): Promise<void> {
  for (const list of ['ofac', 'un']) {
    const { status, err } = web.exec('node', 'tools/sanctions-import.ts', list, `/lists/${list}.xml`);
    report.check(status === 0, `the list ${list} can be imported manually`, status === 0 ? 'yes' : err.slice(-300));
  }
  const readyz = await until('readiness', async () => {
    const answer = await request(site, '/readyz');
    return answer.status === 200 && answer;
  }).catch(() => request(site, '/readyz'));
  report.check(readyz.status === 200 && !readyz.text.includes('false'), '/readyz reports no failure', readyz.text);
  const health = containers.attempt('healthcheck', 'run', web.name);
  report.check(health.status === 0, 'its own health check ends with 0', String(health.status));
  const home = await request(site, '/');
  const [, title = ''] = /<title>([^<]*)/.exec(home.text) ?? [];
  report.check(home.status === 200 && title !== '', 'the home page is served', `${home.status}, '${title}'`);
  const prices = await request(site, '/api/rpc/prices/list', { order: 'symbol' });
  const listed = [...prices.text.matchAll(/"symbol":"([A-Z]+)"/g)].map(([, symbol]) => symbol);
  report.check(prices.status === 200 && listed.length > 5, 'a command is answered: prices', listed.join(' '));
}

async function checkStop({ report }: ScenarioContext, container: Part): Promise<void> {
  const name = container.startPart;
  const { code, ms } = await container.stop(grace);
  report.check(code === 0 && ms < grace * 1_000, `${name} stops with 0 in < ${grace} s`, `${code}, ${seconds(ms)}`);
  const output = container.output.err.split('\n').filter(Boolean);
  report.check(
    output.length === 0,
    `errors of ${name}`,
    output.length === 0 ? 'nothing' : output.join('\n').slice(0, 900),
  );
}

const demo = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes' };
const noDatabaseUrls = Object.fromEntries(
  ['APP', 'AUTH', 'SEALER', 'JOBS', 'LISTEN'].map((one) => [`DATABASE_${one}_URL`, '']),
);
const toEnvArguments = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

async function checkRefusals({ report }: ScenarioContext, containers: Containers, site: Site): Promise<void> {
  const app = site.secrets['DATABASE_APP_URL'] ?? '';
  const wrong = {
    'the owner in place of the application': ['web', { DATABASE_APP_URL: site.owner }],
    'a wrong password': ['web', { DATABASE_APP_URL: app.replace(/:[^:@]+@/, ':wrong@') }],
    'a demo on a database of production': ['migrate', { ...demo, DATABASE_URL: site.owner }],
    'a demo without a database': ['start', { ...demo, ...noDatabaseUrls }],
  } as const satisfies Record<string, readonly [Command, Record<string, string>]>;
  for (const [name, [command, settings]] of Object.entries(wrong)) {
    const { output, gone } = startPart({ containers, site }, command, toEnvArguments(settings));
    const code = await gone;
    const message = output.err.trim().replaceAll(/\s+/g, ' ').slice(0, 300);
    report.check(
      code === 1 && message !== '' && !/\n\s+at /.test(output.err),
      `${name} is refused with an explanation`,
      message,
    );
  }
}

async function checkDemo(stage: ScenarioContext, containers: Containers, site: Site): Promise<void> {
  await site.database.query('create database demo');
  // The demo needs a superuser, because it inserts its users past row security.
  const superuser = Object.assign(new URL(site.owner), { username: 'postgres', password: '', pathname: '/demo' });
  const settings = { ...demo, ...noDatabaseUrls, DATABASE_URL: superuser.href };
  const product = startPart({ containers, site }, 'start', toEnvArguments(settings));
  await waitUntilReady(product);
  const mailbox = await request(site, '/dev/mailbox');
  stage.report.check(mailbox.status === 200, 'a demo on an empty database serves its mailbox', mailbox.status);
  await checkStop(stage, product);
}

export async function runImage(stage: ScenarioContext, containers: Containers): Promise<void> {
  const { report, beforeEnd } = stage;
  const site = await openSite(beforeEnd);
  beforeEnd(() => containers.attempt('volume', 'rm', '-f', volume));
  await checkMigration(stage, containers, site);
  const web = startPart({ containers, site }, 'web');
  await waitUntilReady(web);
  await checkAnswers({ stage, containers, web, site });
  checkIsolation(stage, web);
  web.exec('sh', '-c', 'echo kept > /data/kept');
  await checkStop(stage, web);
  const worker = startPart({ containers, site }, 'worker');
  await waitUntilReady(worker);
  const isWell = await request(site, '/healthz');
  report.check(isWell.status === 200, 'worker runs, and answers /healthz', isWell.text);
  const stored = worker.exec('cat', '/data/kept').out.trim();
  report.check(stored === 'kept', 'files in /data are kept for the next container', stored || 'nothing');
  await checkStop(stage, worker);
  await checkRefusals(stage, containers, site);
  await checkDemo(stage, containers, site);
}

export const imagePlayed: RunScenario = async (stage) => {
  const { report, beforeEnd } = stage;
  if (process.getuid?.() !== 0) throw new Error('Building an image needs root.');
  const [, version = ''] = /^ARG NODE_VERSION=(\S+)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  const containers = openContainers();
  beforeEnd(containers.end);
  buildBaseImages(containers, version);
  report.print(
    `stand-ins for both base images: Debian 12 by mmdebstrap, and on it Node ${version} and npm 11 as npm has`,
  );
  report.print(`them; Buildah (chroot, ${containers.driver}), Podman with runc on the network of this machine`);
  // IMAGE_BUILT=yes reuses the image of an earlier run.
  const isBuilt = process.env['IMAGE_BUILT'] === 'yes' && containers.has(image);
  report.print(isBuilt ? 'taken as it was built before' : `built in ${seconds(build(containers))}`);
  checkBuildContext(stage, containers);
  checkConfiguration(stage, containers);
  checkContents(stage, containers);
  await runImage(stage, containers);
};
