import { type Budget, changes } from '../../platform/budgets.ts';
import { refuse } from './messages.ts';

const hour = 60 * 60;
const busy = () => refuse('general.busy', {});

/** Far beyond what anybody needs; a program that runs wild, or a thief with a password, comes to an end. */
export const budgets = {
  /** Right sign-ins of a browser that the account knows, and of all others together: whoever has the password alone
   * uses up the latter (`signedInBy`). The wrong ones have limits of their own. */
  signedIn: { work: 'signed-in', tries: 120, seconds: hour, refuse: () => refuse('accounts.too_many_tries', {}) },
  /** Right proofs in an open session that its person is there: each is as much work as a sign-in. */
  confirmed: { work: 'confirmed', tries: 60, seconds: hour, refuse: busy },
  /** Recovery codes drawn anew: ten hashes each. */
  codes: { work: 'codes', tries: 10, seconds: hour, refuse: busy },
  /** Of what one calls oneself, or of one's passkeys. */
  changed: changes,
  /** Looks at all that we hold of oneself: the same. */
  exported: { work: 'exported', tries: 20, seconds: hour, refuse: busy },
} as const satisfies Record<string, Budget>;
