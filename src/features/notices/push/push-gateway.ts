import type { ClientRequest, IncomingMessage } from 'node:http';
import { type RequestOptions, request as requestSafely } from 'node:https';
import { endsUnanswered, isPublicAddress, lookupWithin, type Names, ownNames } from '../../../platform/outside.ts';
import { type PushKey, vapid } from './push-key.ts';

/** `gone`: that browser wants no more of it. `later`: its maker takes nothing now. */
export type PushOutcome = 'sent' | 'gone' | 'later';

type Parts = {
  readonly key: PushKey;
  readonly contact: string;
  readonly clock: () => Date;
  /** How requests leave. Tests have their own, to a stand-in on this machine. */
  readonly request?: (url: URL, options: RequestOptions, done: (answer: IncomingMessage) => void) => ClientRequest;
  readonly isAllowed?: (address: string) => boolean;
  /** Who is asked what a name stands for. */
  readonly names?: Names;
  /** Milliseconds. */
  readonly patience?: number;
};

/** For all of it: whoever answers drop by drop is never silent, and holds up everybody's. */
const usualPatience = 4_000;

/** Tells browsers' makers that there is something new, without a word of what. */
export function pushGateway({ key, contact, clock, ...more }: Parts) {
  const { request = requestSafely, isAllowed = isPublicAddress, names = ownNames, patience = usualPatience } = more;
  return (endpoint: string): Promise<PushOutcome> =>
    new Promise((resolve, reject) => {
      const url = new URL(endpoint);
      const headers = {
        authorization: vapid(key, { endpoint: url, contact, now: clock() }),
        // A day later it is no news. One that was not fetched yet takes the place of the one before it.
        ...{ ttl: '86400', urgency: 'normal', topic: 'notices', 'content-length': '0' },
      };
      const signal = AbortSignal.timeout(patience);
      const options = { method: 'POST', headers, agent: false, signal, lookup: lookupWithin(isAllowed, names) };
      const asked = request(url, options as RequestOptions, (answer) => {
        const { statusCode = 0 } = answer;
        // What it says beside is not read, however long it would be.
        answer.destroy();
        if (statusCode === 404 || statusCode === 410) resolve('gone');
        else resolve(statusCode >= 200 && statusCode < 300 ? 'sent' : 'later');
      });
      endsUnanswered(asked, reject);
      asked.end();
    });
}
