import { worksAtDesk } from '../../platform/person.ts';
import { signedIn } from '../../platform/procedure.ts';

/**
 * Who is looking: what the shell and the screens need to know of the person, roles too [000 §7 Authentication, Tables].
 */
export const viewer = signedIn.handler(({ context: { person } }) => ({
  id: person.id,
  email: person.email,
  name: person.name,
  roles: [...person.roles],
  /** Works at the desk: the shell then shows the way there. */
  staff: worksAtDesk(person),
  /** Staff who have to set up a second factor before they can do anything at the desk. */
  factorNeeded: person.factorNeeded,
}));
