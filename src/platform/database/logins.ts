import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Config, ConfigurationError } from '../config/config.ts';

// Each role has its own login (ADR 04), because any statement could reset a role that the owner set.

const roles = ['cryptocommerce_app', 'cryptocommerce_auth', 'cryptocommerce_sealer', 'cryptocommerce_jobs'] as const;

export type Role = (typeof roles)[number];

export type Login = {
  readonly url: string;
  readonly role: Role;
  readonly password?: string;
  readonly isOwnLogin?: boolean;
};

/** Returns the URL with the role as user. The last parameter in a URL takes precedence. */
export function buildLoginUrl({ url, role, password, isOwnLogin }: Login): string {
  if (isOwnLogin) return url;
  // Expands the short socket form `/folder database`, which cannot name a user.
  const address = url.startsWith('/') ? url.replace(/^(\S+) /, 'socket:$1?db=') : url;
  const params = new URLSearchParams({ user: role, ...(password !== undefined && { password }) });
  return `${address}${address.includes('?') ? '&' : '?'}${params}`;
}

const defaultSettings = { search_path: 'public', statement_timeout: '20s', lock_timeout: '10s' };

/** Stored with the role, because a pooler drops session settings (ADR 04). The sealer reuses no query plans. */
export const roleSettings: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  cryptocommerce_app: defaultSettings,
  cryptocommerce_auth: defaultSettings,
  cryptocommerce_sealer: { ...defaultSettings, plan_cache_mode: 'force_custom_plan' },
  cryptocommerce_jobs: defaultSettings,
};

/** Creates missing role logins; runs after each migration. Throws {@link ConfigurationError} without the rights. */
export async function createRoleLogins(
  ownerUrl: string,
  config: Config,
  wantedRoles: readonly Role[] = roles,
): Promise<(role: Role) => Login> {
  const getLogin = (role: Role): Login => ({ url: ownerUrl, role, password: derivePassword(config, role) });
  for (const role of wantedRoles) await ensureLogin(getLogin(role));
  await withClient(ownerUrl, revokeTemporaryTables);
  return getLogin;
}

/** Sets passwords and settings of roles, as the owner. */
export async function prepareRoles(
  ownerUrl: string,
  passwords: Readonly<Partial<Record<Role, string>>>,
): Promise<void> {
  await withClient(ownerUrl, applyAllSettings);
  for (const role of roles) {
    const password = passwords[role];
    if (password !== undefined) await ensureLogin({ url: ownerUrl, role, password });
  }
  await withClient(ownerUrl, revokeTemporaryTables);
}

async function applyAllSettings(owner: pg.Client): Promise<void> {
  for (const role of roles) {
    const wanted = Object.entries(roleSettings[role]);
    const { rows } = await owner.query<{ current: string[] }>(
      `select coalesce((select s.setconfig from pg_db_role_setting s where s.setrole = $1::regrole and s.setdatabase = 0),
        '{}') "current"`,
      [role],
    );
    const missing = wanted.filter(([name, value]) => !rows[0]?.current.includes(`${name}=${value}`));
    await applySettings(owner, role, missing).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && error.code === refusals.database)) throw error;
      throw new ConfigurationError(
        `The login of DATABASE_URL may not configure ${role}: ${error.message}. As the role itself, or a superuser: ` +
          `${applyRoleSettings(role, missing)} (docs/operations/deploy.md, Logins).`,
      );
    });
  }
}

type RoleSettingList = readonly (readonly [name: string, value: string])[];

export const applyRoleSettings = (role: Role, settings: RoleSettingList): string =>
  settings.map(([name, value]) => `alter role ${role} set ${name} = '${value}'`).join('; ');

async function applySettings(client: pg.Client, role: Role, settings: RoleSettingList): Promise<void> {
  if (settings.length === 0) return;
  await client.query(applyRoleSettings(role, settings)).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && concurrentChangeCodes.includes(error.code ?? ''))) throw error;
  });
}

/** Not a migration, because restored databases allow temporary tables to all roles again. */
async function revokeTemporaryTables(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(`select quote_ident(current_database()) "name"
    where has_database_privilege('public', current_database(), 'temporary')`);
  if (!rows[0]) return;
  await owner.query(`revoke temporary on database ${rows[0].name} from public`).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && ignorableCodes.includes(error.code ?? ''))) throw error;
  });
}

/** Derives a role's password. Processes with the same settings derive the same password. */
const derivePassword = ({ databaseRolesPassword, authSecret }: Config, role: Role): string =>
  databaseRolesPassword ?? createHmac('sha256', authSecret).update(`login of ${role}`).digest('base64url');

const maxAttempts = 5;

async function ensureLogin(login: Login): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const refusal = await testLogin(login);
    if (refusal === null) return;
    await repairLogin(login, refusal);
  }
  throw createLoginFault(login.role, (await testLogin(login))?.message ?? 'access was granted only now; start again');
}

const refusals = { password: '28P01', login: '28000', database: '42501' } as const;

/** Returns true when the database or a pooler rejected the login. */
export const isLoginRefused = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && (error.code === refusals.password || error.code === refusals.login);

async function testLogin(login: Login): Promise<pg.DatabaseError | null> {
  try {
    await withClient(buildLoginUrl(login), (client) => applyOwnSettings(client, login.role));
    return null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && Object.values<unknown>(refusals).includes(error.code)) return error;
    throw error;
  }
}

export const missingRoleSettings = async (client: pg.Client, role: Role): Promise<RoleSettingList> => {
  const wanted = Object.entries(roleSettings[role]);
  const { rows } = await client.query<{ name: string; kept: string }>(
    'select "name", current_setting("name") kept from unnest($1::text[]) "name"',
    [wanted.map(([name]) => name)],
  );
  const current = new Map(rows.map((row) => [row.name, row.kept]));
  return wanted.filter(([name, value]) => current.get(name) !== value);
};

/** Sets settings as the role itself, which needs no owner. */
const applyOwnSettings = async (client: pg.Client, role: Role) =>
  applySettings(client, role, await missingRoleSettings(client, role));

/** Error code of PostgreSQL when two sessions change a role at the same time. */
const concurrentChange = 'XX000';
const concurrentChangeCodes = [concurrentChange, '23505'];
const ignorableCodes = [concurrentChange, refusals.database];

async function repairLogin({ url, role, password = '' }: Login, refusal: pg.DatabaseError): Promise<void> {
  try {
    await withClient(url, async (owner) => {
      await owner.query(`alter role ${role} login password '${createScramVerifier(password)}'`);
      if (refusal.code === refusals.database)
        await owner.query(
          `do $$ begin execute format('grant connect on database %I to ${role}', current_database()); end $$`,
        );
    });
  } catch (error) {
    const { code, message } = error instanceof pg.DatabaseError ? error : {};
    if (code === concurrentChange) return;
    throw code === '42501' ? createLoginFault(role, `${refusal.message}; ${message}`) : error;
  }
}

const createLoginFault = (role: Role, why: string) =>
  new ConfigurationError(
    `The database rejects ${role}: ${why}. The login of DATABASE_URL must be allowed to set the passwords of ` +
      `${roles.join(', ')} (CREATEROLE, and it created them), and pg_hba.conf must admit them; or set one password ` +
      'for them yourself in DATABASE_ROLES_PASSWORD; or give each its own address (docs/operations/deploy.md).',
  );

export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Builds an RFC 5803 verifier, so that statement logs never contain the password. */
function createScramVerifier(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
