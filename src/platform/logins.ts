import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Config, ConfigurationError } from './config.ts';

// The roles of the database log in as themselves (decision 016). A connection that came in as the owner and took a role
// afterwards could lay it down again, in the middle of any statement; one that came in as the role has nothing else.

const roles = ['cryptocommerce_app', 'cryptocommerce_auth', 'cryptocommerce_sealer', 'cryptocommerce_jobs'] as const;

/** One of the database's roles. Each sees only what its part of the product needs. */
export type Role = (typeof roles)[number];

/**
 * As which role to come into the database of this address, whoever the address itself names. `asGiven`: the address
 * names a login by itself, and who that is, is asked (roads.ts).
 */
export type Login = {
  readonly url: string;
  readonly role: Role;
  readonly password?: string;
  readonly asGiven?: boolean;
};

/** The address with which a role comes in as itself. What stands last in an address holds. */
export function addressAs({ url, role, password, asGiven }: Login): string {
  if (asGiven) return url;
  // The short form of a socket, `/folder database`, has no place for a name.
  const address = url.startsWith('/') ? url.replace(/^(\S+) /, 'socket:$1?db=') : url;
  const who = new URLSearchParams({ user: role, ...(password !== undefined && { password }) });
  return `${address}${address.includes('?') ? '&' : '?'}${who}`;
}

const everybody = { search_path: 'public', statement_timeout: '20s', lock_timeout: '10s' };

/**
 * What holds in every session of a role, wherever it comes in: the database itself sets it, for a pooler between us
 * hands on nothing that a connection asks for (decision 061). The sealer plans each statement for the tables as they
 * are: it runs seldom, over tables that outgrow a kept plan.
 */
export const mannersOf: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  cryptocommerce_app: everybody,
  cryptocommerce_auth: everybody,
  cryptocommerce_sealer: { ...everybody, plan_cache_mode: 'force_custom_plan' },
  cryptocommerce_jobs: everybody,
};

/**
 * Lets the roles in: where the database refuses one of them, the owner gives it a login and its password. And nobody
 * but its owner lays down temporary names in it. To be called at every start, after migrating: a changed secret is met
 * there, and where all is right already nothing is written.
 * Answers how each role comes in. Throws {@link ConfigurationError} where the owner may not open.
 */
export async function letRolesIn(
  ownerUrl: string,
  config: Config,
  these: readonly Role[] = roles,
): Promise<(role: Role) => Login> {
  const loginOf = (role: Role): Login => ({ url: ownerUrl, role, password: passwordOf(config, role) });
  for (const role of these) await letIn(loginOf(role));
  await asking(ownerUrl, allowNoTemporaryNames);
  return loginOf;
}

/**
 * What the owner does for roles whose processes come without it: each that has a password here gets in by it, and all
 * have their manners. One without a password is left as the operator let it in.
 */
export async function readyRoles(ownerUrl: string, passwords: Readonly<Partial<Record<Role, string>>>): Promise<void> {
  await asking(ownerUrl, teachManners);
  for (const role of roles) {
    const password = passwords[role];
    if (password !== undefined) await letIn({ url: ownerUrl, role, password });
  }
  await asking(ownerUrl, allowNoTemporaryNames);
}

async function teachManners(owner: pg.Client): Promise<void> {
  for (const role of roles) {
    const wanted = Object.entries(mannersOf[role]);
    const { rows } = await owner.query<{ had: string[] }>(
      `select coalesce((select s.setconfig from pg_db_role_setting s where s.setrole = $1::regrole and s.setdatabase = 0),
        '{}') had`,
      [role],
    );
    const missing = wanted.filter(([name, value]) => !rows[0]?.had.includes(`${name}=${value}`));
    await teach(owner, role, missing).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && error.code === refusals.database)) throw error;
      throw new ConfigurationError(
        `The login of DATABASE_URL may not set up ${role}: ${error.message}. As the role itself, or a superuser: ` +
          `${taught(role, missing)} (docs/operations.md, Logins).`,
      );
    });
  }
}

type Manners = readonly (readonly [name: string, value: string])[];

/** The statements by which a role has these manners from its next session on. */
export const taught = (role: Role, manners: Manners): string =>
  manners.map(([name, value]) => `alter role ${role} set ${name} = '${value}'`).join('; ');

/** Who teaches a role at the same moment teaches the same. */
async function teach(client: pg.Client, role: Role, manners: Manners): Promise<void> {
  if (manners.length === 0) return;
  await client.query(taught(role, manners)).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && atOnce.includes(error.code ?? ''))) throw error;
  });
}

/**
 * Everybody may lay down temporary names in a new database, and a copy or a restored one is new: so it is no
 * migration's. Where the login is not the owner of the database PostgreSQL leaves it as it is: what migration 0290 says
 * holds even so.
 */
async function allowNoTemporaryNames(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(`select quote_ident(current_database()) "name"
    where has_database_privilege('public', current_database(), 'temporary')`);
  if (!rows[0]) return;
  await owner.query(`revoke temporary on database ${rows[0].name} from public`).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError && unharmed.includes(error.code ?? ''))) throw error;
  });
}

/** Every process of the same settings works it out alike, so nobody has to keep or hand on another secret. */
const passwordOf = ({ databaseRolesPassword, authSecret }: Config, role: Role): string =>
  databaseRolesPassword ?? createHmac('sha256', authSecret).update(`login of ${role}`).digest('base64url');

/** How often the owner tries: another process may be letting the same role in at the same moment. */
const tries = 5;

async function letIn(login: Login): Promise<void> {
  for (let turn = 0; turn < tries; turn++) {
    const refusal = await refusalOf(login);
    if (refusal === null) return;
    await openDoor(login, refusal);
  }
  throw shut(login.role, (await refusalOf(login))?.message ?? 'it opened only now; start again');
}

const refusals = { password: '28P01', login: '28000', database: '42501' } as const;

/** Whether the database, or a pooler before it, does not let somebody in with what they say. */
export const isTurnedAway = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && (error.code === refusals.password || error.code === refusals.login);

/** Why the database does not let this login in; null when it does. Any other fault is thrown: it says nothing of it. */
async function refusalOf(login: Login): Promise<pg.DatabaseError | null> {
  try {
    await asking(addressAs(login), (client) => learnManners(client, login.role));
    return null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && Object.values<unknown>(refusals).includes(error.code)) return error;
    throw error;
  }
}

/** The manners of a role that this session of it does not have. */
export const unlearnt = async (client: pg.Client, role: Role): Promise<Manners> => {
  const wanted = Object.entries(mannersOf[role]);
  const { rows } = await client.query<{ name: string; kept: string }>(
    'select "name", current_setting("name") kept from unnest($1::text[]) "name"',
    [wanted.map(([name]) => name)],
  );
  const kept = new Map(rows.map((row) => [row.name, row.kept]));
  return wanted.filter(([name, value]) => kept.get(name) !== value);
};

/** A role may set its own manners: no right of the owner's is needed. */
const learnManners = async (client: pg.Client, role: Role) => teach(client, role, await unlearnt(client, role));

/** What PostgreSQL says when two change one role or database at once: the other's change stands, and is the same. */
const changedMeanwhile = 'XX000';
const atOnce = [changedMeanwhile, '23505'];
const unharmed = [changedMeanwhile, refusals.database];

async function openDoor({ url, role, password = '' }: Login, refusal: pg.DatabaseError): Promise<void> {
  try {
    await asking(url, async (owner) => {
      await owner.query(`alter role ${role} login password '${verifierOf(password)}'`);
      if (refusal.code === refusals.database)
        await owner.query(
          `do $$ begin execute format('grant connect on database %I to ${role}', current_database()); end $$`,
        );
    });
  } catch (error) {
    const { code, message } = error instanceof pg.DatabaseError ? error : {};
    if (code === changedMeanwhile) return;
    throw code === '42501' ? shut(role, `${refusal.message}; ${message}`) : error;
  }
}

const shut = (role: Role, why: string) =>
  new ConfigurationError(
    `The database does not let ${role} in: ${why}. The login of DATABASE_URL must be allowed to set the passwords of ` +
      `${roles.join(', ')} (CREATEROLE, and it made them), and pg_hba.conf to let them in; or set one password for ` +
      'them yourself and name it in DATABASE_ROLES_PASSWORD; or give each an address of its own (docs/operations.md).',
  );

/** Asks the database something on a connection of its own. */
export async function asking<T>(connectionString: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // A line that breaks is the answer of whoever asks on it; without a listener it would end the process as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await act(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What PostgreSQL keeps of a password (RFC 5803): sent in its place, so that no log of statements ever holds it. */
function verifierOf(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
