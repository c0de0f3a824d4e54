import type pg from 'pg';
import { type Config, ConfigurationError } from '../config/config.ts';
import {
  applyRoleSettings,
  buildLoginUrl,
  createRoleLogins,
  isLoginRefused,
  type Login,
  missingRoleSettings,
  prepareRoles,
  type Role,
  withClient,
} from './logins.ts';

// Each part of the product has its own database login. No part logs in as the owner (ADR 04).

/** Database role of each connection. All but `listen` may go through a pooler. */
const connectionRoles = {
  app: 'cryptocommerce_app',
  auth: 'cryptocommerce_auth',
  sealer: 'cryptocommerce_sealer',
  jobs: 'cryptocommerce_jobs',
  listen: 'cryptocommerce_app',
} as const satisfies Readonly<Record<string, Role>>;

export type ConnectionName = keyof typeof connectionRoles;

export type ProcessPart = 'web' | 'worker' | 'all';

const getUrlSetting = (name: ConnectionName) => `DATABASE_${name.toUpperCase()}_URL`;

const connectionsByPart: Readonly<Record<ProcessPart, readonly ConnectionName[]>> = {
  all: ['app', 'auth', 'sealer', 'jobs', 'listen'],
  web: ['app', 'auth', 'jobs', 'listen'],
  worker: ['app', 'auth', 'sealer', 'jobs'],
};

/** Returns the connections of a kind of process. A web process has no login of the sealer. */
export const connectionsFor = (part: ProcessPart): readonly ConnectionName[] => connectionsByPart[part];

const getUrl = ({ connectionUrls }: Config, name: ConnectionName): string | undefined =>
  connectionUrls[name] ?? (name === 'listen' ? connectionUrls.app : undefined);

export const missingConnectionUrls = (config: Config, names: readonly ConnectionName[]): ConnectionName[] =>
  names.filter((name) => getUrl(config, name) === undefined);

type ConnectionRequest = {
  readonly config: Config;
  readonly ownerUrl: string | undefined;
  readonly names: readonly ConnectionName[];
};

/** Opens and checks connections. Throws {@link ConfigurationError} for a role that is wrong or has excess rights. */
export async function openConnections({
  config,
  ownerUrl,
  names,
}: ConnectionRequest): Promise<(name: ConnectionName) => Login> {
  const missing = missingConnectionUrls(config, names);
  if (missing.length > 0 && ownerUrl === undefined)
    throw new ConfigurationError(
      `No database address for ${missing.map(getUrlSetting).join(', ')}: set these, or DATABASE_URL, ` +
        'from which they are derived (docs/operations/deploy.md, Logins).',
    );
  const getCreatedLogin =
    missing.length > 0 && (await createRoleLogins(ownerUrl ?? '', config, [...new Set(missing.map(getRole))]));
  const getLogin = (name: ConnectionName): Login => {
    const url = getUrl(config, name);
    if (url !== undefined) return { url, role: connectionRoles[name], isOwnLogin: true };
    if (!getCreatedLogin || !missing.includes(name)) throw new Error(`the connection ${name} was not requested`);
    return getCreatedLogin(connectionRoles[name]);
  };
  const faults = await Promise.all(names.map((name) => checkConnection(name, getLogin(name))));
  const firstFault = faults.find((fault) => fault !== null);
  if (firstFault !== undefined) throw new ConfigurationError(firstFault);
  return getLogin;
}

/** Called by `npm run db:migrate`: as the owner, gives each role the password of its configured URL. */
export async function provisionLogins(ownerUrl: string, config: Config): Promise<void> {
  const shared = config.databaseRolesPassword;
  const passwords = (['app', 'auth', 'sealer', 'jobs'] as const).flatMap((name) => {
    const url = config.connectionUrls[name];
    const password = url === undefined ? shared : parsePassword(url, connectionRoles[name]);
    return password === undefined ? [] : [[connectionRoles[name], password] as const];
  });
  await prepareRoles(ownerUrl, Object.fromEntries(passwords));
}

function parsePassword(address: string, role: Role): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { username, password } = new URL(address);
  return decodeURIComponent(username) === role && password !== '' ? decodeURIComponent(password) : undefined;
}

const getRole = (name: ConnectionName): Role => connectionRoles[name];

type LoginDetails = {
  readonly current: string;
  readonly session: string;
  readonly superuser: boolean;
  readonly bypasses: boolean;
  readonly owns: boolean;
  readonly belongsTo: readonly string[];
  readonly presets: readonly string[];
  readonly process: number;
};

const loginDetailsQuery = `
  select current_user::text "current", session_user::text "session", r.rolsuper superuser, r.rolbypassrls bypasses,
    exists (select from pg_class c where c.relnamespace::regnamespace::text in ('public', 'auth', 'app', 'pgboss')
      and pg_has_role(c.relowner, 'member')) owns,
    array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid order by 1) "belongsTo",
    array(select split_part(one, '=', 1) from pg_db_role_setting s cross join unnest(s.setconfig) one
      where s.setrole in (0, r.oid) and s.setdatabase in (0, d.oid) and one like 'app.%' order by 1) presets,
    pg_backend_pid() process
    from pg_roles r cross join pg_database d where r.rolname = current_user and d.datname = current_database()`;

/** Describes a wrong connection and how to fix it. Null when correct. */
async function checkConnection(name: ConnectionName, login: Login): Promise<string | null> {
  const wrong = await withClient(buildLoginUrl(login), async (client) => {
    const { rows } = await client.query<LoginDetails>(loginDetailsQuery);
    const found = rows[0];
    if (!found) return 'the database does not know the role of this login';
    return (
      findRoleFault(found, login.role) ??
      findPoolerFault(name, client, found) ??
      (await findSettingsFault(client, login.role))
    );
  }).catch((error: unknown) => {
    if (!isLoginRefused(error)) throw error;
    return (
      `${error.message}. Use the password of ${login.role}, or let \`npm run db:migrate\` set the one of ` +
      'this address'
    );
  });
  if (wrong === null) return null;
  const setting = login.isOwnLogin ? getUrlSetting(name) : `DATABASE_URL as ${login.role}`;
  return `${setting}: ${wrong} (docs/operations/deploy.md, Logins).`;
}

function findRoleFault({ current, session, superuser, bypasses, owns, belongsTo, presets }: LoginDetails, role: Role) {
  const advice = `Set the address of ${role} here`;
  const ownerHint = 'use the owner only in DATABASE_URL, for `npm run db:migrate`';
  if (session !== current)
    return `logs in as ${session} and then switches to ${current}, which a statement can undo. ${advice}`;
  if (superuser) return `logs in as ${current}, a superuser, who bypasses every rule of the database. ${advice}`;
  if (bypasses) return `logs in as ${current}, who bypasses row security (bypassrls). ${advice}`;
  if (owns) return `logs in as ${current}, who owns the tables or may become their owner. ${advice}: ${ownerHint}`;
  if (current !== role) return `logs in as ${current}, but ${role} is expected. ${advice}`;
  if (belongsTo.length > 0)
    return `${role} is a member of ${belongsTo.join(', ')}. Remove that: revoke ${belongsTo.join(', ')} from ${role}`;
  if (presets.length > 0)
    return `sessions begin with ${presets.join(', ')}, which tell the database who the user is. Remove them from the settings of ${role} and of the database (alter role ... reset, alter database ... reset)`;
  return null;
}

/** Detects a pooler by its process id, which differs from the server's. */
function findPoolerFault(name: ConnectionName, client: pg.Client, { process }: LoginDetails): string | null {
  if (name !== 'listen' || (client as pg.Client & { processID: number }).processID === process) return null;
  return (
    'goes through a pooler, which passes no notifications on. Set PostgreSQL itself in DATABASE_LISTEN_URL, ' +
    'with the login of cryptocommerce_app'
  );
}

async function findSettingsFault(client: pg.Client, role: Role): Promise<string | null> {
  const missing = await missingRoleSettings(client, role);
  if (missing.length === 0) return null;
  return (
    `sessions of ${role} begin without ${missing.map(([name]) => name).join(', ')}. Run \`npm run db:migrate\`, or ` +
    `as the role itself: ${applyRoleSettings(role, missing)}; then let a pooler reconnect (RECONNECT)`
  );
}

/** Divides the connections of a process among the roles. `app` gets the remainder. */
export function poolSizes(part: ProcessPart, all: number): Readonly<Record<ConnectionName, number>> {
  const takeShare = (share: number, max: number) => Math.max(1, Math.min(max, Math.floor(all * share)));
  const shares = {
    auth: takeShare(0.23, 20),
    sealer: part === 'web' ? 0 : takeShare(0.1, 2),
    jobs: takeShare(0.19, part === 'web' ? 2 : 6),
    listen: part === 'worker' ? 0 : 1,
  };
  const reserved = Object.values(shares).reduce((sum, one) => sum + one, 0);
  return { ...shares, app: all - reserved };
}
