import { demoPassword, demoPeople as people } from '../../../fakes/people.ts';
import { publicProcedure } from '../../platform/http/procedure.ts';

export const demoPeople = publicProcedure.handler(function demoPeople({ context: { services } }) {
  if (services.config.mode === 'production') return [];
  return people.map(({ email, firstName, lastName, about }) => ({
    email,
    name: `${firstName} ${lastName}`,
    about,
    password: demoPassword,
  }));
});
