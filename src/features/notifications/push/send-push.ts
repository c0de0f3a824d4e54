import { withSystem } from '../../../platform/database/database.ts';
import { type OutboundOptions, outboundSender } from '../../../platform/http/outbound-http.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { RetryLater } from '../../../platform/jobs/jobs.ts';
import { createPushKey, formatVapid, type PushKey } from './push-key.ts';
import { deleteSubscription, findEndpoint } from './push-store.ts';

/** `gone`: the browser unsubscribed. `later`: the push service is unavailable. */
type PushOutcome = 'sent' | 'gone' | 'later';

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

/** Pushes of one lane (one person) run one after the other. */
export type PushJob = { readonly id: string; readonly lane?: string };
export const pushJob = 'notices.push';

type SendPush = (endpoint: string) => Promise<PushOutcome>;

/** Returns null if no push key is configured. */
export function openPush({ config, clock }: Pick<Services, 'config' | 'clock'>): SendPush | null {
  const key = createPushKey(config.pushKey ?? '');
  const contact = config.origin.startsWith('https:') ? config.origin : 'mailto:no-reply@cryptocommerce.example';
  return key && pushGateway({ key, contact, clock });
}

/** Sends one push. Deletes the subscription of a gone browser. Throws `RetryLater` if the service is unavailable. */
export async function sendPush(
  { pool }: Pick<Services, 'pool'>,
  send: SendPush | null,
  { id }: PushJob,
): Promise<void> {
  const endpoint = send && (await withSystem(pool, (tx) => findEndpoint(tx, id)));
  if (!send || !endpoint) return;
  const outcome = await send(endpoint);
  if (outcome === 'gone') await withSystem(pool, (tx) => deleteSubscription(tx, id));
  if (outcome === 'later') throw new RetryLater('the push service takes nothing now');
}
