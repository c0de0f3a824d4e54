import { isFor, workRoles } from '../kernel/acts.ts';

/** Who is asking, as the database itself answered for the session [000 §6]. */
export type Person = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly sessionId: string;
  readonly roles: readonly string[];
  /** Seconds since they last gave a password, a code or a passkey in this session. */
  readonly confirmedAgo: number;
  /** Seconds since the session's last use was written down. */
  readonly usedAgo: number;
  /** The account has a second factor. */
  readonly factor: boolean;
  /** They are staff, and come in without their roles until they have a second factor. */
  readonly factorNeeded: boolean;
  /** Of whoever has a role: the accounts that were found to be theirs as well. */
  readonly otherAccounts: readonly string[];
};

/** Whether they have a place at the desk, also while they wait for a second factor. */
export const worksAtDesk = ({ factorNeeded, roles }: Person): boolean =>
  factorNeeded || isFor({ roles: workRoles }, roles);

type Entered = {
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

/**
 * The person in the answer of `app.enter`, which reads their roles anew with each request ([000 §6, §7 Tables, 001 §6
 * Admin, §7 Reads and writes]: the role for the user); null when the session is unknown or over.
 */
export function personIn(rows: unknown[]): Person | null {
  const entered = rows[0] as Entered | undefined;
  if (!entered) return null;
  const { id, email, name, roles, factor } = entered;
  return {
    id,
    email,
    name,
    roles,
    factor,
    sessionId: entered.session_id,
    confirmedAgo: entered.confirmed_ago,
    usedAgo: entered.used_ago,
    factorNeeded: entered.factor_needed,
    otherAccounts: entered.other_accounts,
  };
}
