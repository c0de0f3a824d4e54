import type { FastifyRequest } from 'fastify';
import type { Slots } from '../../platform/pages.ts';
import { worksAtDesk } from '../../platform/person.ts';
import type { Services } from '../../platform/procedure.ts';
import { personOf } from '../../platform/who.ts';
import { failedFacts, homeSlots } from './facts.ts';
import { publicList } from './public-list.ts';
import { termSlots, unknownTerms } from './terms.ts';

/** Figures and contacts for every page, prices for the home page; a page stands without what cannot be read. */
const forEverybody = (services: Services, path: string): Promise<Slots> =>
  publicList(services).then(
    ({ slots, terms }) => (path === '/' ? { ...slots, ...terms } : terms),
    () => ({ ...termSlots(unknownTerms), ...(path === '/' && homeSlots(failedFacts)) }),
  );

/** What the server writes into a page for whoever opens it: session marks everywhere, first prices on the home page. */
export async function pageSlots(services: Services, request: FastifyRequest, path: string): Promise<Slots> {
  // Without the database a page still stands, as a stranger's; what it then asks for says what is wrong.
  const [person, shared] = await Promise.all([
    personOf(services, request).catch(() => null),
    forEverybody(services, path),
  ]);
  const staff = person !== null && worksAtDesk(person);
  return { ...shared, session: person ? 'in' : 'out', staff: staff ? 'yes' : 'no', origin: services.config.origin };
}
