import type { FastifyRequest } from 'fastify';
import { asPerson, type Person } from './database.ts';
import type { Services } from './procedure.ts';
import { comerOf } from './session.ts';

/** Who makes a request outside the commands (a page, a file, the live line); null for a visitor. */
export async function personOf(services: Services, request: FastifyRequest): Promise<Person | null> {
  const comer = comerOf(request, services.config);
  const found = await asPerson(services.pool, comer, async (_tx, person) => person);
  return found ? found.value : null;
}
