import type { InferClientOutputs } from '@orpc/client';
import type { Api } from '../../../api.ts';

/** What the server answers about somebody's own location. */
export type OwnLocation = InferClientOutputs<Api>['location']['own'];
