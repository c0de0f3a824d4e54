import type { Act } from '../../src/kernel/acts.ts';
import type { Answer } from '../worker.ts';
import { type Actor, actors, canaries } from './actors.ts';

/** `yes`: an answer of 2xx, or a refusal of the business that has nothing to do with who asks. */
export type Outcome = 'yes' | 401 | 403 | 404;
export type Row = Readonly<Record<Actor, Outcome>>;

export const strangers = { visitor: 401, expired: 401, signedOut: 401 } as const;
export const all = (verdict: Outcome): Row => Object.fromEntries(actors.map((actor) => [actor, verdict])) as Row;
export const everybody = all('yes');
export const anySession: Row = { ...everybody, ...strangers };
/** The customer alone, on their own order. For another customer it does not exist. */
export const ownerOnly = (staff: 403 | 404): Row => ({
  ...all(staff),
  owner: 'yes',
  staffOwner: 'yes',
  other: 404,
  ...strangers,
});
export const ownerOrStaff: Row = { ...all('yes'), other: 404, ...strangers };
/** Staff by a row of the table of acts; `own` is what an admin meets whose own matter it is. */
export const staffRow = ({ roles }: Act, own: Outcome): Row => ({
  ...all(403),
  ...Object.fromEntries(roles.map((role) => [role, 'yes'])),
  staffOwner: own,
  ...strangers,
});

type Printed = { readonly path: string; readonly act: Act | undefined; readonly row: Row };

/** The whole matrix to be read: a column for each who stands at a door, and what staff prove first. */
export function printed(matrix: readonly Printed[]): string {
  const line = (path: string, cells: readonly string[], more = '') =>
    `${path.padEnd(32)}${cells.join('  ')}${more}`.trimEnd();
  const proving = ({ stepUp, second }: Act) =>
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

/** Allowed cells whose refusal is a matter of the figures: nothing to succeed with in this scene. */
const mayFail: readonly string[] = [
  // They have no second factor.
  ...['makeKey', 'rotateKey', 'addWebhook', 'rotateWebhook'].map((act) => `programs/${act}`),
  'identity/submitTier1', // The papers are missing.
  'identity/submitTier2', // The papers are missing.
  'enrollment/withPlan', // They have no plan.
  'accounts/verifyEmail', // The word is nobody's.
  'accounts/signIn', // The address is nobody's.
  'accounts/resetPassword', // The word is nobody's.
  'accounts/secondStep', // Nobody gave a password before.
  'accounts/confirmSignIn', // Nobody gave a password before.
  'accounts/signInWithPasskey', // The passkey is nobody's.
  'accounts/thisWasNotMe', // The word is nobody's.
  'notices/stop', // The word is nobody's.
  'accounts/confirmAuthenticator', // The code is not theirs.
  'accounts/removeAuthenticator', // They have none.
  'accounts/newCodes', // They have no factor.
  'accounts/registerPasskey', // The passkey is none.
  'accounts/changePassword', // The address is not theirs.
  'accounts/closeAccount', // The address is not theirs.
  'accounts/unfreeze', // The account is not frozen.
  'prices/refresh', // One a minute, for all together.
  'prices/test', // No provider is configured here: it says so, with 503.
  'settings/decide', // The fee is what it was.
  'trading/placeBuyOrder', // Limits of whoever asks.
  'trading/placeSellOrder', // The account is in somebody's name.
  'trading/sellWallet', // Limits of whoever asks.
];

const mayReadOwners: readonly Actor[] = ['owner', 'support', 'compliance', 'finance', 'admin', 'staffOwner'];

/** What is wrong with an answer, by the verdict of its cell; null when nothing is. */
export function judge(
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

/** Which of the owner's canaries somebody reads who may not. */
export const leak = (actor: Actor, text: string) =>
  mayReadOwners.includes(actor) ? undefined : canaries.find((canary) => text.includes(canary));
