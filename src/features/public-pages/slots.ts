import type { FastifyRequest } from 'fastify';
import { jamaicaDay } from '../../kernel/calendar.ts';
import type { Slots } from '../../platform/pages.ts';
import { worksAtDesk } from '../../platform/person.ts';
import type { Services } from '../../platform/procedure.ts';
import { personOf } from '../../platform/who.ts';
import { roadmap } from './content/tokens.ts';
import { failedFacts, homeSlots, type RoadmapClass } from './facts.ts';
import type { HomeQuery } from './home-asked.ts';
import { homeFacts } from './home-facts.ts';
import { publicList } from './public-list.ts';
import { termSlots, unknownTerms } from './terms.ts';

/** Figures and contacts for every page, prices for the home page; a page stands without what cannot be read. */
const forEverybody = (services: Services, path: string, query: HomeQuery): Promise<Slots> =>
  publicList(services).then(
    ({ slots, terms, known }) => {
      if (path !== '/') return terms;
      // What somebody has worked out is theirs alone.
      const own = query.pay === undefined && query.coin === undefined ? slots : homeSlots(homeFacts(known, query));
      return { ...own, ...terms };
    },
    () => ({ ...termSlots(unknownTerms), ...(path === '/' && homeSlots(failedFacts)) }),
  );

/** Which milestones lie behind us on a day of Jamaica: those whose day or month is over. */
export const roadmapSlots = (day: string): Slots =>
  Object.fromEntries(
    roadmap.flatMap(({ iso }, at) => {
      const past = day.slice(0, iso.length) > iso;
      return [
        [`roadmap.${at}.class`, (past ? 'past' : 'ahead') satisfies RoadmapClass],
        [`roadmap.${at}.word`, past ? 'Behind us' : 'Ahead'],
      ];
    }),
  );

/** What the server writes into a page for whoever opens it: session marks everywhere, first prices on the home page. */
export async function pageSlots(services: Services, request: FastifyRequest, path: string): Promise<Slots> {
  // Without the database a page still stands, as a stranger's; what it then asks for says what is wrong.
  const [person, shared] = await Promise.all([
    personOf(services, request).catch(() => null),
    forEverybody(services, path, request.query as HomeQuery),
  ]);
  const staff = person !== null && worksAtDesk(person);
  const road = path === '/coins' ? roadmapSlots(jamaicaDay(services.clock())) : {};
  return {
    ...shared,
    ...road,
    session: person ? 'in' : 'out',
    staff: staff ? 'yes' : 'no',
    origin: services.config.origin,
  };
}
