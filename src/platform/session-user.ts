import { employeeRoles, roleAllows } from '../kernel/permissions.ts';

/** User as returned by the database [000 §6]. */
export type SessionUser = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
  /** Seconds since the last password, code or passkey in this session. */
  readonly secondsSinceReauth: number;
  readonly secondsSinceUse: number;
  readonly hasMfa: boolean;
  /** Staff without a second factor, who therefore have no roles. */
  readonly needsMfa: boolean;
  /** Linked accounts of the same person, for staff only. */
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

/** Roles are read for each request ([000 §6, §7 Tables, 001 §6 Admin, §7 Reads and writes]). Null without a session. */
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

/** For an API key `token` is its hash and `scope` its rights. */
export type RequestCredentials = { readonly token: string; readonly ip: string; readonly scope?: string };
