import type pg from 'pg';
import { type Config, ConfigurationError } from './config.ts';
import {
  addressAs,
  asking,
  isTurnedAway,
  type Login,
  letRolesIn,
  type Role,
  readyRoles,
  taught,
  unlearnt,
} from './logins.ts';

// Each part of the product has a road of its own to the database, and none of them is the owner's (decision 061).

/** Who comes in on each road. The one to listen on goes beside any pooler; every other may lead through one. */
const comers = {
  app: 'cryptocommerce_app',
  auth: 'cryptocommerce_auth',
  sealer: 'cryptocommerce_sealer',
  jobs: 'cryptocommerce_jobs',
  listen: 'cryptocommerce_app',
} as const satisfies Readonly<Record<string, Role>>;

/** A way to the database. */
export type Road = keyof typeof comers;

/** What a process is for: to answer, to do the jobs, or both. */
export type Part = 'web' | 'worker' | 'all';

const settingOf = (road: Road) => `DATABASE_${road.toUpperCase()}_URL`;

const taken: Readonly<Record<Part, readonly Road[]>> = {
  all: ['app', 'auth', 'sealer', 'jobs', 'listen'],
  web: ['app', 'auth', 'jobs', 'listen'],
  worker: ['app', 'auth', 'sealer', 'jobs'],
};

/** The roads that a process of this kind takes. A web process is not told how the sealer comes in. */
export const roadsOf = (part: Part): readonly Road[] => taken[part];

/** Whoever has an address of their own listens on the application's, where they were given no other. */
const givenFor = ({ databaseRoads }: Config, road: Road): string | undefined =>
  databaseRoads[road] ?? (road === 'listen' ? databaseRoads.app : undefined);

/** The roads of a process that have no address of their own: the owner's is needed to make them. */
export const unpaved = (config: Config, roads: readonly Road[]): Road[] =>
  roads.filter((road) => givenFor(config, road) === undefined);

/** Roads to be taken, and the owner's address, from which those are made that have none of their own. */
type Wanted = { readonly config: Config; readonly ownerUrl: string | undefined; readonly roads: readonly Road[] };

/**
 * How each of these roads is taken, after somebody went along it and saw as whom one arrives. Throws
 * {@link ConfigurationError} where that is somebody else than it should be, or has more rights than it may.
 */
export async function openRoads({ config, ownerUrl, roads }: Wanted): Promise<(road: Road) => Login> {
  const bare = unpaved(config, roads);
  if (bare.length > 0 && ownerUrl === undefined)
    throw new ConfigurationError(
      `There is no way to the database for ${bare.map(settingOf).join(', ')}: give these settings, or DATABASE_URL, ` +
        'from which they are made (docs/operations.md, Logins).',
    );
  const made = bare.length > 0 && (await letRolesIn(ownerUrl ?? '', config, [...new Set(bare.map(comerOn))]));
  const login = (road: Road): Login => {
    const url = givenFor(config, road);
    if (url !== undefined) return { url, role: comers[road], asGiven: true };
    if (!made || !bare.includes(road)) throw new Error(`the road ${road} was not asked for`);
    return made(comers[road]);
  };
  const wrong = await Promise.all(roads.map((road) => goAlong(road, login(road))));
  const first = wrong.find((said) => said !== null);
  if (first !== undefined) throw new ConfigurationError(first);
  return login;
}

/**
 * What `npm start -- migrate` does as the owner for processes that come without it: each role that an address names
 * gets in by the password in that address.
 */
export async function pave(ownerUrl: string, config: Config): Promise<void> {
  const shared = config.databaseRolesPassword;
  const passwords = (['app', 'auth', 'sealer', 'jobs'] as const).flatMap((road) => {
    const given = config.databaseRoads[road];
    const password = given === undefined ? shared : passwordIn(given, comers[road]);
    return password === undefined ? [] : [[comers[road], password] as const];
  });
  await readyRoles(ownerUrl, Object.fromEntries(passwords));
}

function passwordIn(address: string, role: Role): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { username, password } = new URL(address);
  return decodeURIComponent(username) === role && password !== '' ? decodeURIComponent(password) : undefined;
}

const comerOn = (road: Road): Role => comers[road];

/** What the database says of whoever came in. */
type Standing = {
  readonly current: string;
  readonly session: string;
  readonly superuser: boolean;
  readonly bypasses: boolean;
  readonly owns: boolean;
  readonly belongsTo: readonly string[];
  readonly presets: readonly string[];
  readonly process: number;
};

const standing = `
  select current_user::text "current", session_user::text "session", r.rolsuper superuser, r.rolbypassrls bypasses,
    exists (select from pg_class c where c.relnamespace::regnamespace::text in ('public', 'auth', 'app', 'pgboss')
      and pg_has_role(c.relowner, 'member')) owns,
    array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid order by 1) "belongsTo",
    array(select split_part(one, '=', 1) from pg_db_role_setting s cross join unnest(s.setconfig) one
      where s.setrole in (0, r.oid) and s.setdatabase in (0, d.oid) and one like 'app.%' order by 1) presets,
    pg_backend_pid() process
    from pg_roles r cross join pg_database d where r.rolname = current_user and d.datname = current_database()`;

/** What is wrong with a road, in a sentence that says what to do; null where nothing is. */
async function goAlong(road: Road, login: Login): Promise<string | null> {
  const wrong = await asking(addressAs(login), async (client) => {
    const { rows } = await client.query<Standing>(standing);
    const found = rows[0];
    if (!found) return 'the database does not say who that is';
    return wrongWith(found, login.role) ?? wrongRoad(road, client, found) ?? (await illMannered(client, login.role));
  }).catch((error: unknown) => {
    if (!isTurnedAway(error)) throw error;
    return (
      `${error.message}. Give the password that ${login.role} has, or have \`npm start -- migrate\` set the one of ` +
      'this address'
    );
  });
  if (wrong === null) return null;
  const setting = login.asGiven ? settingOf(road) : `DATABASE_URL as ${login.role}`;
  return `${setting}: ${wrong} (docs/operations.md, Logins).`;
}

/** Why somebody may not come in as this role: what they are, and what to do. */
function wrongWith({ current, session, superuser, bypasses, owns, belongsTo, presets }: Standing, role: Role) {
  const instead = `Give the address of ${role} here`;
  const owner = 'the owner migrates, in DATABASE_URL of `npm start -- migrate`, and does nothing else';
  if (session !== current)
    return `logs in as ${session} and only then becomes ${current}, which a statement can lay down again. ${instead}`;
  if (superuser) return `comes in as ${current}, a superuser, whom no wall of the database stops. ${instead}`;
  if (bypasses) return `comes in as ${current}, who passes row security by (bypassrls). ${instead}`;
  if (owns) return `comes in as ${current}, who owns the tables or may become their owner. ${instead}: ${owner}`;
  if (current !== role) return `comes in as ${current}, where ${role} is expected. ${instead}`;
  if (belongsTo.length > 0)
    return `${role} belongs to ${belongsTo.join(', ')}. Take that away: revoke ${belongsTo.join(', ')} from ${role}`;
  if (presets.length > 0)
    return `sessions begin with ${presets.join(', ')}, by which the database knows who asks. Take them out of the settings of ${role} and of the database (alter role ... reset, alter database ... reset)`;
  return null;
}

/**
 * Whether a pooler stands on the road to listen on. It makes up the number of the session that it tells us, which the
 * database does not know.
 */
function wrongRoad(road: Road, client: pg.Client, { process }: Standing): string | null {
  if (road !== 'listen' || (client as pg.Client & { processID: number }).processID === process) return null;
  return (
    'leads through a pooler, on which nothing is heard. Give PostgreSQL itself in DATABASE_LISTEN_URL, ' +
    'with the login of cryptocommerce_app'
  );
}

async function illMannered(client: pg.Client, role: Role): Promise<string | null> {
  const missing = await unlearnt(client, role);
  if (missing.length === 0) return null;
  return (
    `sessions of ${role} begin without ${missing.map(([name]) => name).join(', ')}. Run \`npm start -- migrate\`, or as ` +
    `the role itself: ${taught(role, missing)}; then let a pooler connect anew (RECONNECT)`
  );
}

/**
 * How many connections each road of a process may take: together as many as the process may have, whatever that is.
 * Requests and jobs work on those of the application, which get what the others leave.
 */
export function sharesOf(part: Part, all: number): Readonly<Record<Road, number>> {
  const some = (share: number, most: number) => Math.max(1, Math.min(most, Math.floor(all * share)));
  const shares = {
    auth: some(0.23, 20),
    sealer: part === 'web' ? 0 : some(0.1, 2),
    jobs: some(0.19, part === 'web' ? 2 : 6),
    listen: part === 'worker' ? 0 : 1,
  };
  const others = Object.values(shares).reduce((sum, one) => sum + one, 0);
  return { ...shares, app: all - others };
}
