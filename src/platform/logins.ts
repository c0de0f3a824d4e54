import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Config, ConfigurationError } from './config.ts';

// The roles of the database log in as themselves (decision 016). A connection that came in as the owner and took a role
// afterwards could lay it down again, in the middle of any statement; one that came in as the role has nothing else.

const roles = ['cryptocommerce_app', 'cryptocommerce_auth', 'cryptocommerce_sealer'] as const;

/** One of the database's roles. Each sees only what its part of the product needs. */
export type Role = (typeof roles)[number];

/** As which role to come into the database of this address, whoever the address itself names. */
export type Login = { readonly url: string; readonly role: Role; readonly password?: string };

/** The address with which a role comes in as itself. What stands last in an address holds. */
export function addressAs({ url, role, password }: Login): string {
  // The short form of a socket, `/folder database`, has no place for a name.
  const address = url.startsWith('/') ? url.replace(/^(\S+) /, 'socket:$1?db=') : url;
  const who = new URLSearchParams({ user: role, ...(password !== undefined && { password }) });
  return `${address}${address.includes('?') ? '&' : '?'}${who}`;
}

/**
 * Lets the roles in: where the database refuses one of them, the owner gives it a login and its password. And nobody
 * but its owner lays down temporary names in it. To be called at every start, after migrating: a changed secret is met
 * there, and where all is right already nothing is written.
 * Answers how each role comes in. Throws {@link ConfigurationError} where the owner may not open.
 */
export async function letRolesIn(ownerUrl: string, config: Config): Promise<(role: Role) => Login> {
  const loginOf = (role: Role): Login => ({ url: ownerUrl, role, password: passwordOf(config, role) });
  for (const role of roles) await letIn(loginOf(role));
  await asking(ownerUrl, allowNoTemporaryNames);
  return loginOf;
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

/** Why the database does not let this login in; null when it does. Any other fault is thrown: it says nothing of it. */
async function refusalOf(login: Login): Promise<pg.DatabaseError | null> {
  try {
    await asking(addressAs(login), async () => undefined);
    return null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && Object.values<unknown>(refusals).includes(error.code)) return error;
    throw error;
  }
}

/** What PostgreSQL says when two change one role or database at once: the other's change stands, and is the same. */
const changedMeanwhile = 'XX000';
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
      'cryptocommerce_app, cryptocommerce_auth and cryptocommerce_sealer (CREATEROLE, and it made them), and pg_hba.conf ' +
      'to let them in; or set one password for them yourself and name it in DATABASE_ROLES_PASSWORD (docs/operations.md).',
  );

async function asking<T>(connectionString: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
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
