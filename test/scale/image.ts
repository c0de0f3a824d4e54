import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { until } from '../reliability/patience.ts';
import { layBaseImages, trusted } from './base-images.ts';
import { type Container, type Containers, openContainers } from './containers.ts';
import { image } from './image-name.ts';
import { declared, inImage, sent } from './image-parts.ts';
import { openSite, type Site } from './image-site.ts';
import { seconds } from './report.ts';
import type { Play, Stage } from './scenarios.ts';

/** As docs and compose.yaml run it; the network is this machine's own, and the health check is asked for by us. */
const bounds = [
  ...['--init', '--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp', '--cap-drop', 'ALL'],
  ...['--security-opt', 'no-new-privileges', '--network', 'host', '--health-interval', 'disable'],
];
/** Of compose.yaml: how long a part has to end. */
const grace = 60;
const volume = `cryptocommerce-data-${process.pid}`;

/** Builds the Dockerfile as it stands; milliseconds. */
function build(containers: Containers): number {
  const begun = performance.now();
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  const cache = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim();
  const mounts = [`${trusted}:${trusted}:ro`, `${cache}:/root/.npm`].flatMap((one) => ['--volume', one]);
  const how = ['--quiet', '--format', 'docker', '--isolation', 'chroot', '--pull-never', '--layers', '--jobs', '2'];
  containers.buildah('bud', ...how, ...mounts, '--build-arg', `BUILD_COMMIT=${commit}`, '--tag', image, '.');
  return performance.now() - begun;
}

type Word = 'migrate' | 'web' | 'worker' | 'start';
type Where = { readonly containers: Containers; readonly site: Site };

/** The image as a part of the product, with its bounds and whatever else it is to be told. */
function part({ containers, site }: Where, word: Word, more: string[] = []) {
  const name = `cryptocommerce-${word}-${process.pid}`;
  const args = [...bounds, ...site.given, '--volume', `${volume}:/data`, ...more, image, word];
  return { part: word, ...containers.start(name, args) };
}
type Part = ReturnType<typeof part>;

async function ready(container: Container): Promise<void> {
  let left: number | null | undefined;
  void container.gone.then((code) => {
    left = code;
  });
  await until(
    'a part to be ready',
    () => {
      if (left !== undefined) throw new Error(`${container.name} ended with ${left}: ${container.said.err}`);
      return container.said.out.includes('Ready on');
    },
    300_000,
  );
}

/** What it answers at a path, or to a command. */
const ask = async (site: Site, path: string, body?: object) => {
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

/** Tables, first data and logins, by the owner. */
async function migrated({ report }: Stage, containers: Containers, site: Site): Promise<void> {
  const migrate = part({ containers, site }, 'migrate', ['--env', `DATABASE_URL=${site.owner}`]);
  const code = await migrate.gone;
  report.bar(code === 0, 'migrate ends with 0', code === 0 ? 0 : `${code}: ${migrate.said.err.slice(0, 500)}`);
  const { rows } = await site.database.query<{ mode: string }>('select mode from born_as');
  report.bar(rows[0]?.mode === 'production', 'a database of production is born', String(rows[0]?.mode));
}

/** What it is in there: nobody, with nothing that it could do besides. */
function bounded({ report }: Stage, web: Container): void {
  const status = web.inside('cat', '/proc/self/status').out;
  const of = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1];
  const found = `uid ${of('Uid')}, CapEff ${of('CapEff')}, CapBnd ${of('CapBnd')}, NoNewPrivs ${of('NoNewPrivs')}`;
  report.bar(/^uid 10001, CapEff 0+, CapBnd 0+, NoNewPrivs 1$/.test(found), 'nobody, who may do nothing more', found);
  const places = ['/', '/product', '/product/build/product', '/var/tmp', '/run', '/etc', '/root'];
  const touched = (place: string) => web.inside('sh', '-c', `echo x > ${place}/a-file`).status === 0;
  const open = places.filter(touched);
  report.bar(open.length === 0, `places besides /data and /tmp that take a file, of ${places.length}`, open.length);
  const own = ['/data', '/tmp'].filter(touched);
  report.bar(own.length === 2, '/data and /tmp take one', own.join(' '));
}

type Answering = { stage: Stage; containers: Containers; web: Container; site: Site };

/** It answers whoever looks after it, a browser and a program. */
async function answering({ stage: { report }, containers, web, site }: Answering): Promise<void> {
  for (const list of ['ofac', 'un']) {
    const { status, err } = web.inside('node', 'tools/sanctions-import.ts', list, `/lists/${list}.xml`);
    report.bar(status === 0, `the list ${list} is imported by hand in it`, status === 0 ? 'yes' : err.slice(-300));
  }
  const readyz = await until('readiness', async () => {
    const answer = await ask(site, '/readyz');
    return answer.status === 200 && answer;
  }).catch(() => ask(site, '/readyz'));
  report.bar(readyz.status === 200 && !readyz.text.includes('false'), '/readyz says that all is well', readyz.text);
  const health = containers.tried('healthcheck', 'run', web.name);
  report.bar(health.status === 0, 'its own health check ends with 0', String(health.status));
  const home = await ask(site, '/');
  const [, title = ''] = /<title>([^<]*)/.exec(home.text) ?? [];
  report.bar(home.status === 200 && title !== '', 'the home page is served', `${home.status}, '${title}'`);
  const prices = await ask(site, '/api/rpc/prices/list', { order: 'symbol' });
  const listed = [...prices.text.matchAll(/"symbol":"([A-Z]+)"/g)].map(([, symbol]) => symbol);
  report.bar(prices.status === 200 && listed.length > 5, 'a command is answered: prices', listed.join(' '));
}

/** Asks it to end, as whoever looks after it would. */
async function ended({ report }: Stage, container: Part): Promise<void> {
  const what = container.part;
  const { code, ms } = await container.stop(grace);
  report.bar(
    code === 0 && ms < grace * 1_000,
    `${what} told to end does so with 0 in < ${grace} s`,
    `${code}, ${seconds(ms)}`,
  );
  const said = container.said.err.split('\n').filter(Boolean);
  report.bar(
    said.length === 0,
    `what ${what} complained of`,
    said.length === 0 ? 'nothing' : said.join('\n').slice(0, 900),
  );
}

const demo = { MODE: 'demo', DEMO_ON_PURPOSE: 'yes' };
const noRoads = Object.fromEntries(
  ['APP', 'AUTH', 'SEALER', 'JOBS', 'LISTEN'].map((one) => [`DATABASE_${one}_URL`, '']),
);
const told = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

/** What must not start says why. */
async function refused({ report }: Stage, containers: Containers, site: Site): Promise<void> {
  const app = site.secrets['DATABASE_APP_URL'] ?? '';
  const wrong = {
    'the owner in place of the application': ['web', { DATABASE_APP_URL: site.owner }],
    'a wrong password': ['web', { DATABASE_APP_URL: app.replace(/:[^:@]+@/, ':wrong@') }],
    'a demo on a database of production': ['migrate', { ...demo, DATABASE_URL: site.owner }],
    'a demo without a database': ['start', { ...demo, ...noRoads }],
  } as const satisfies Record<string, readonly [Word, Record<string, string>]>;
  for (const [what, [word, settings]] of Object.entries(wrong)) {
    const { said, gone } = part({ containers, site }, word, told(settings));
    const code = await gone;
    const words = said.err.trim().replaceAll(/\s+/g, ' ').slice(0, 300);
    report.bar(code === 1 && words !== '' && !/\n\s+at /.test(said.err), `${what} is refused in words`, words);
  }
}

/** The demo out of the image, on an empty database. */
async function asDemo(stage: Stage, containers: Containers, site: Site): Promise<void> {
  await site.database.query('create database demo');
  // As the one that the demo starts by itself: its people are laid down past row security.
  const superuser = Object.assign(new URL(site.owner), { username: 'postgres', password: '', pathname: '/demo' });
  const settings = { ...demo, ...noRoads, DATABASE_URL: superuser.href };
  const product = part({ containers, site }, 'start', told(settings));
  await ready(product);
  const mailbox = await ask(site, '/dev/mailbox');
  stage.report.bar(mailbox.status === 200, 'a demo on an empty database answers, with its mailbox', mailbox.status);
  await ended(stage, product);
}

/** Runs it as it is meant to be, on a database of its own. */
export async function run(stage: Stage, containers: Containers): Promise<void> {
  const { report, beforeEnd } = stage;
  const site = await openSite(beforeEnd);
  beforeEnd(() => containers.tried('volume', 'rm', '-f', volume));
  await migrated(stage, containers, site);
  const web = part({ containers, site }, 'web');
  await ready(web);
  await answering({ stage, containers, web, site });
  bounded(stage, web);
  web.inside('sh', '-c', 'echo kept > /data/kept');
  await ended(stage, web);
  const worker = part({ containers, site }, 'worker');
  await ready(worker);
  const isWell = await ask(site, '/healthz');
  report.bar(isWell.status === 200, 'worker runs, and answers /healthz', isWell.text);
  const kept = worker.inside('cat', '/data/kept').out.trim();
  report.bar(kept === 'kept', 'what lay in /data is there in the next container', kept || 'nothing');
  await ended(stage, worker);
  await refused(stage, containers, site);
  await asDemo(stage, containers, site);
}

/** The image: built from the Dockerfile as it stands, looked through, and run as it is meant to be. */
export const imagePlayed: Play = async (stage) => {
  const { report, beforeEnd } = stage;
  if (process.getuid?.() !== 0) throw new Error('Building an image needs root here.');
  const [, version = ''] = /^ARG NODE_VERSION=(\S+)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  const containers = openContainers();
  beforeEnd(containers.end);
  layBaseImages(containers, version);
  report.say(
    `stand-ins for both base images: Debian 12 by mmdebstrap, and on it Node ${version} and npm 11 as npm has`,
  );
  report.say(`them; Buildah (chroot, ${containers.driver}), Podman with runc on the network of this machine`);
  // For trying what comes after the build, in a storage that was kept.
  const isBuilt = process.env['IMAGE_BUILT'] === 'yes' && containers.has(image);
  report.say(isBuilt ? 'taken as it was built before' : `built in ${seconds(build(containers))}`);
  sent(stage, containers);
  declared(stage, containers);
  inImage(stage, containers);
  await run(stage, containers);
};
