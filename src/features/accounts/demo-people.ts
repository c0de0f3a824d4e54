import { demoPassword, demoPeople as people } from '../../../fakes/people.ts';
import { open } from '../../platform/procedure.ts';

/** Who can be tried out, with the password, for the sign-in page of the demo. In production there is nobody. */
export const demoPeople = open.handler(({ context: { services } }) => {
  if (services.config.mode === 'production') return [];
  return people.map(({ email, firstName, lastName, about }) => ({
    email,
    name: `${firstName} ${lastName}`,
    about,
    password: demoPassword,
  }));
});
