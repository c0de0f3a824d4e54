import type { Permission } from '../../src/kernel/permissions.ts';
import type { Answer } from '../worker.ts';
import { type Actor, actors, canaries } from './actors.ts';

/** `yes`: a 2xx answer, or a business refusal independent of the actor. */
export type Outcome = 'yes' | 401 | 403 | 404;
export type Row = Readonly<Record<Actor, Outcome>>;

export const strangers = { visitor: 401, expired: 401, signedOut: 401 } as const;
export const all = (verdict: Outcome): Row => Object.fromEntries(actors.map((actor) => [actor, verdict])) as Row;
export const anyActor = all('yes');
export const anySession: Row = { ...anyActor, ...strangers };
/** The item does not exist. */
export const missingForAll: Row = { ...all(404), ...strangers };
/** For another customer the order does not exist. */
export const ownerOnly = (staff: 403 | 404): Row => ({
  ...all(staff),
  owner: 'yes',
  staffOwner: 'yes',
  other: 404,
  ...strangers,
});
export const ownerOrStaff: Row = { ...all('yes'), other: 404, ...strangers };
/** `own`: outcome for an admin on their own item. */
export const staffRow = ({ roles }: Permission, own: Outcome): Row => ({
  ...all(403),
  ...Object.fromEntries(roles.map((role) => [role, 'yes'])),
  staffOwner: own,
  ...strangers,
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

/** Allowed cells that are refused for a business reason here. */
const mayFail: readonly string[] = [
  // They have no second factor.
  ...['makeKey', 'rotateKey', 'addWebhook', 'rotateWebhook'].map((act) => `programs/${act}`),
  'identity/submitTier1', // Documents are missing.
  'identity/submitTier2', // Documents are missing.
  'enrollment/withPlan', // They have no plan.
  'accounts/verifyEmail', // The token is unknown.
  'accounts/signIn', // The address is unknown.
  'accounts/resetPassword', // The token is unknown.
  'accounts/secondStep', // No password was given before.
  'accounts/confirmSignIn', // No password was given before.
  'accounts/signInWithPasskey', // The passkey is unknown.
  'accounts/thisWasNotMe', // The token is unknown.
  'notices/stop', // The token is unknown.
  'accounts/confirmAuthenticator', // The code is not theirs.
  'accounts/removeAuthenticator', // They have none.
  'accounts/newCodes', // They have no factor.
  'accounts/registerPasskey', // The passkey is invalid.
  'accounts/changePassword', // The address is not theirs.
  'accounts/closeAccount', // The address is not theirs.
  'accounts/unfreeze', // The account is not frozen.
  'prices/refresh', // One per minute, for all together.
  'prices/test', // No provider is configured: it answers 503.
  'settings/decide', // The fee is unchanged.
  'trading/placeBuyOrder', // Limits of the actor.
  'trading/placeSellOrder', // The account has another holder.
  'trading/sellWallet', // Limits of the actor.
];

const canReadOwner: readonly Actor[] = ['owner', 'support', 'compliance', 'finance', 'admin', 'staffOwner'];

/** The fault of an answer for the expected outcome; null without one. */
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

/** A canary that the actor may not read. */
export const findLeak = (actor: Actor, text: string) =>
  canReadOwner.includes(actor) ? undefined : canaries.find((canary) => text.includes(canary));
