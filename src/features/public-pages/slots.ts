import type { FastifyRequest } from 'fastify';
import type { Slots } from '../../platform/pages.ts';
import { deskRoles, type Services } from '../../platform/procedure.ts';
import { personOf } from '../../platform/who.ts';

/** What the server writes into a page for whoever opens it: session marks everywhere, first prices on the home page. */
export async function pageSlots(services: Services, request: FastifyRequest, _path: string): Promise<Slots> {
  // Without the database a page still stands, as a stranger's; what it then asks for says what is wrong.
  const person = await personOf(services, request).catch(() => null);
  const staff = person !== null && deskRoles.some((role) => person.roles.includes(role));
  return { session: person ? 'in' : 'out', staff: staff ? 'yes' : 'no', origin: services.config.origin };
}
