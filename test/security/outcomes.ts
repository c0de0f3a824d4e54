import type { Permission } from '../../src/kernel/permissions.ts';
import type { Answer } from '../worker.ts';
import { type Actor, actors, canaries } from './actors.ts';

/** Expected outcome of a request. `yes`: a 2xx response, or a business refusal that does not depend on the actor. */
export type Outcome = 'yes' | 401 | 403 | 404;
export type Row = Readonly<Record<Actor, Outcome>>;

export const notSignedIn = { visitor: 401, expired: 401, signedOut: 401 } as const;
export const all = (verdict: Outcome): Row => Object.fromEntries(actors.map((actor) => [actor, verdict])) as Row;
export const anyActor = all('yes');
export const anySession: Row = { ...anyActor, ...notSignedIn };
export const missingForAll: Row = { ...all(404), ...notSignedIn };
/** Row of a command for the owner. Other customers get 404, and staff the given status. */
export const ownerOnly = (staff: 403 | 404): Row => ({
  ...all(staff),
  owner: 'yes',
  staffOwner: 'yes',
  other: 404,
  ...notSignedIn,
});
export const ownerOrStaff: Row = { ...all('yes'), other: 404, ...notSignedIn };
/** Row of a staff command. `own` is the outcome for an admin on their own item. */
export const staffRow = ({ roles }: Permission, own: Outcome): Row => ({
  ...all(403),
  ...Object.fromEntries(roles.map((role) => [role, 'yes'])),
  staffOwner: own,
  ...notSignedIn,
});

type MatrixRow = { readonly path: string; readonly act: Permission | undefined; readonly row: Row };

export function formatMatrix(matrix: readonly MatrixRow[]): string {
  const line = (path: string, cells: readonly string[], more = '') =>
    `${path.padEnd(38)}${cells.join('  ')}${more}`.trimEnd();
  const proving = ({ stepUp, second }: Permission) =>
    `${stepUp === undefined ? '' : `  within ${stepUp} min`}${second ? '  the second person' : ''}`;
  const lines = matrix.map(({ path, act, row }) =>
    line(
      path,
      actors.map((actor) => String(row[actor]).padEnd(actor.length)),
      act && proving(act),
    ),
  );
  return [line('', actors), ...lines, ''].join('\n');
}

/** Commands that the matrix test calls with an input that is refused for the named business reason. */
const mayFail: readonly string[] = [
  // The actors have no second factor.
  ...['createKey', 'rotateKey', 'addWebhook', 'rotateWebhook'].map((act) => `programs/${act}`),
  'trading/saveAccount', // The account is in another name.
  'identity/submitTier1', // Documents are missing.
  'identity/submitTier2', // Documents are missing.
  'enrollment/withPlan', // The actor has no plan.
  'accounts/verifyEmail', // The token is unknown.
  'accounts/signIn', // The address is unknown.
  'accounts/resetPassword', // The token is unknown.
  'accounts/secondStep', // No sign-in is pending.
  'accounts/confirmSignIn', // No sign-in is pending.
  'accounts/signInWithPasskey', // The passkey is unknown.
  'accounts/thisWasNotMe', // The token is unknown.
  'notices/stop', // The token is unknown.
  'accounts/confirmAuthenticator', // The code is wrong.
  'accounts/removeAuthenticator', // The actor has no app.
  'accounts/createRecoveryCodes', // The actor has no factor.
  'accounts/registerPasskey', // The passkey is invalid.
  'accounts/changePassword', // The email address is wrong.
  'accounts/closeAccount', // The email address is wrong.
  'accounts/unfreeze', // The account is not frozen.
  'accounts/saveProfile', // The profile is complete.
  'prices/refresh', // One refresh a minute is allowed for all users together.
  'prices/test', // No provider is configured, so the response is 503.
  'settings/decide', // The fee is unchanged.
  'discounts/proveWallet', // No text was requested.
  'trading/placeBuyOrder', // The actor has reached a limit.
  'trading/placeSellOrder', // The account has another holder.
  'trading/sellWallet', // The actor has reached a limit.
];

const canReadOwner: readonly Actor[] = ['owner', 'support', 'compliance', 'finance', 'admin', 'staffOwner'];

export function findFault(
  answer: Pick<Answer, 'status'> & { text: string },
  verdict: Outcome,
  path: string,
): string | null {
  const { status, text } = answer;
  if (verdict !== 'yes') return status === verdict ? null : `expected ${verdict}, got ${status}: ${text.slice(0, 160)}`;
  const refusal = [409, 422, 429, 503].includes(status);
  if (status < 300 || (refusal && mayFail.includes(path))) return null;
  return `expected success, got ${status}: ${text.slice(0, 160)}`;
}

export const findLeak = (actor: Actor, text: string) =>
  canReadOwner.includes(actor) ? undefined : canaries.find((canary) => text.includes(canary));
