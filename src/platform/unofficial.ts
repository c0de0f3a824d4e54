import {
  STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES,
  StandardRPCJsonSerializer,
  StandardRPCSerializer,
} from '@orpc/client/standard';
import type { AnyRouter } from '@orpc/server';
import { FastifyHandler } from '@orpc/server/fastify';
import { StandardHandler, StandardRPCCodec, StandardRPCMatcher } from '@orpc/server/standard';

/**
 * What oRPC is made of inside, in one place: its guide names neither the parts of a handler nor the numbers of its
 * kinds of values. `test/unofficial.test.ts` says what we count on, and an update of the library has to pass it.
 */
export class LibraryForm extends StandardRPCJsonSerializer {}

/** The number by which the library notes what kind of value stood at a place that JSON cannot say. */
export const kinds = STANDARD_RPC_JSON_SERIALIZER_BUILT_IN_TYPES;

/** Answers commands in a form of our own on the wire, by the library's addresses and errors. */
export const handlerOf = (api: AnyRouter, form: LibraryForm) =>
  new FastifyHandler(
    new StandardHandler(api, new StandardRPCMatcher(), new StandardRPCCodec(new StandardRPCSerializer(form)), {}),
  );
