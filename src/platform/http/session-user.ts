import { employeeRoles, roleAllows } from '../../kernel/permissions.ts';
import { refuse } from '../messages.ts';

/** User of a session, as the database returns it [000 §6]. */
export type SessionUser = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
  /** Seconds since the user last entered a password, code or passkey in this session. */
  readonly secondsSinceReauth: number;
  readonly secondsSinceUse: number;
  readonly hasMfa: boolean;
  /** True for staff without a second factor, who have no roles until they set one up. */
  readonly needsMfa: boolean;
  /** Other accounts of the same person; loaded for staff only. */
  readonly otherAccounts: readonly string[];
};

export const isStaffUser = ({ needsMfa, roles }: SessionUser): boolean =>
  needsMfa || roleAllows({ roles: employeeRoles }, roles);

type SessionRow = {
  id: string;
  email: string;
  name: string;
  session_id: string;
  roles: string[];
  confirmed_ago: number;
  used_ago: number;
  factor: boolean;
  factor_needed: boolean;
  other_accounts: string[];
};

/** Null without a session. Requests read roles each time [000 §6, §7 Tables, 001 §6 Admin, §7 Reads and writes]. */
export function parseSessionUser(rows: unknown[]): SessionUser | null {
  const row = rows[0] as SessionRow | undefined;
  if (!row) return null;
  const { id, email, name, roles, factor } = row;
  return {
    id,
    email,
    name,
    roles,
    hasMfa: factor,
    sessionId: row.session_id,
    secondsSinceReauth: row.confirmed_ago,
    secondsSinceUse: row.used_ago,
    needsMfa: row.factor_needed,
    otherAccounts: row.other_accounts,
  };
}

/** For an API key, `token` is the key's hash and `scope` its rights. */
export type RequestCredentials = { readonly token: string; readonly ip: string; readonly scope?: string };

/** Throws a refusal while the profile is incomplete: an account has a name only after that. */
export function assertProfileComplete({ name }: Pick<SessionUser, 'name'>): void {
  if (name === '') refuse('accounts.profile_incomplete', {});
}
