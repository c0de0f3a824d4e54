import { authed } from '../../platform/http/procedure.ts';
import { isStaffUser } from '../../platform/http/session-user.ts';

/** The current user for shell and screens [000 §7 Authentication, Tables]. */
export const viewer = authed.handler(function viewer({ context: { person } }) {
  return {
    id: person.id,
    email: person.email,
    name: person.name,
    roles: [...person.roles],
    staff: isStaffUser(person),
    /** True for staff without a second factor, who cannot use the back office. */
    factorNeeded: person.needsMfa,
  };
});
