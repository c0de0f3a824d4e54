import { holdOrder, releaseOrder } from './hold.ts';
import { decideRelease, proposeRelease } from './releases.ts';
import { showCase } from './show-case.ts';

export const caseworkApi = { case: showCase, holdOrder, releaseOrder, proposeRelease, decideRelease };
