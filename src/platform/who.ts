import type { FastifyRequest } from 'fastify';
import { asPerson, type Person } from './database.ts';
import type { Services } from './procedure.ts';
import { sessionToken } from './session.ts';

/** Who makes a request outside the commands (a page, a file, the live line); null for a visitor. */
export async function personOf(services: Services, request: FastifyRequest): Promise<Person | null> {
  const token = sessionToken(request, services.config);
  const found = token && (await asPerson(services.pool, token, async (_tx, person) => person));
  return found ? found.value : null;
}
