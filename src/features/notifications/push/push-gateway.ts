import { type OutboundOptions, outboundSender } from '../../../platform/http/outbound-http.ts';
import { formatVapid, type PushKey } from './push-key.ts';

/** `gone`: the browser unsubscribed. `later`: the push service is unavailable. */
export type PushOutcome = 'sent' | 'gone' | 'later';

type PushOptions = OutboundOptions & {
  readonly key: PushKey;
  readonly contact: string;
  readonly clock: () => Date;
};

/** Limit for the whole request, as an idle timeout never ends a response that arrives byte by byte. */
const defaultTimeoutMs = 4_000;

/** Sends an empty push: no content leaves the server. */
export function pushGateway({ key, contact, clock, timeoutMs = defaultTimeoutMs, ...outbound }: PushOptions) {
  const send = outboundSender({ ...outbound, timeoutMs });
  return async (endpoint: string): Promise<PushOutcome> => {
    const url = new URL(endpoint);
    const headers = {
      authorization: formatVapid(key, { endpoint: url, contact, now: clock() }),
      // A push expires after a day and replaces an undelivered push of the same topic.
      ...{ ttl: '86400', urgency: 'normal', topic: 'notices', 'content-length': '0' },
    };
    const status = await send({ url, headers });
    if (status === 404 || status === 410) return 'gone';
    return status >= 200 && status < 300 ? 'sent' : 'later';
  };
}
