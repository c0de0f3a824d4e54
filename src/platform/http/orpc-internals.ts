import {
  STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES,
  StandardRPCJsonSerializer,
  StandardRPCSerializer,
} from '@orpc/client/standard';
import type { AnyRouter } from '@orpc/server';
import { FastifyHandler } from '@orpc/server/fastify';
import { StandardHandler, StandardRPCCodec, StandardRPCMatcher } from '@orpc/server/standard';

/** The only file that uses internals of oRPC. `test/library-internals.test.ts` pins them. */
export class OrpcSerializer extends StandardRPCJsonSerializer {}

export const serializedTypes = STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES;

export const createRpcHandler = (api: AnyRouter, serializer: OrpcSerializer) =>
  new FastifyHandler(
    new StandardHandler(api, new StandardRPCMatcher(), new StandardRPCCodec(new StandardRPCSerializer(serializer)), {}),
  );
