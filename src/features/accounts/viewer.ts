import { deskRoles, signedIn } from '../../platform/procedure.ts';

/** Who is looking: what the shell and the screens need to know of the person. */
export const viewer = signedIn.handler(({ context: { person } }) => ({
  id: person.id,
  email: person.email,
  name: person.name,
  roles: [...person.roles],
  /** Works at the desk: the shell then shows the way there. */
  staff: deskRoles.some((role) => person.roles.includes(role)),
}));
