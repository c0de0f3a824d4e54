import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/procedure.ts';
export async function mountTradingFiles(_app: FastifyInstance, _services: Services): Promise<void> {}
