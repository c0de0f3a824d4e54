import { holdOrder, releaseOrder } from './hold.ts';
import { decideRelease, proposeRelease } from './releases.ts';
import { showCase } from './show-case.ts';

/** What cases do to orders; part of `compliance` to whoever calls. */
export const caseworkApi = { case: showCase, holdOrder, releaseOrder, proposeRelease, decideRelease };
