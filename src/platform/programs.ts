import type { FastifyRequest } from 'fastify';

/** The key by which a program makes a request: its hash, which one of its owner's it is, and what it has to open. */
export type ByKey = {
  readonly keyHash: string;
  readonly keyId: string;
  readonly scope: string;
  /** Where its owner is written to. */
  readonly email: string;
};

const programs = new WeakMap<FastifyRequest, ByKey>();

/** From here on everything that this request asks for is asked as the owner of the key, within its scope. */
export const cameByKey = (request: FastifyRequest, key: ByKey): void => void programs.set(request, key);

/** The key of the program that makes a request; undefined where a browser makes it. */
export const programOf = (request: FastifyRequest): ByKey | undefined => programs.get(request);
