import { type Leaving, senderOutside } from '../../../platform/outside.ts';
import { type PushKey, vapid } from './push-key.ts';

/** `gone`: that browser wants no more of it. `later`: its maker takes nothing now. */
export type PushOutcome = 'sent' | 'gone' | 'later';

type Parts = Leaving & {
  readonly key: PushKey;
  readonly contact: string;
  readonly clock: () => Date;
};

/** For all of it: whoever answers drop by drop is never silent, and holds up everybody's. */
const usualPatience = 4_000;

/** Tells browsers' makers that there is something new, without a word of what. */
export function pushGateway({ key, contact, clock, patience = usualPatience, ...leaving }: Parts) {
  const send = senderOutside({ ...leaving, patience });
  return async (endpoint: string): Promise<PushOutcome> => {
    const url = new URL(endpoint);
    const headers = {
      authorization: vapid(key, { endpoint: url, contact, now: clock() }),
      // A day later it is no news. One that was not fetched yet takes the place of the one before it.
      ...{ ttl: '86400', urgency: 'normal', topic: 'notices', 'content-length': '0' },
    };
    const status = await send({ url, headers });
    if (status === 404 || status === 410) return 'gone';
    return status >= 200 && status < 300 ? 'sent' : 'later';
  };
}
