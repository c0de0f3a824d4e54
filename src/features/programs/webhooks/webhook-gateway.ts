import type { ClientRequest, IncomingMessage } from 'node:http';
import { type RequestOptions, request as requestSafely } from 'node:https';
import { endsUnanswered, isPublicAddress, lookupWithin, type Names, ownNames } from '../../../platform/outside.ts';

type Parts = {
  /** How requests leave. Tests have their own, to a stand-in on this machine. */
  readonly request?: (url: URL, options: RequestOptions, done: (answer: IncomingMessage) => void) => ClientRequest;
  readonly isAllowed?: (address: string) => boolean;
  readonly names?: Names;
  /** Milliseconds, for all of it. */
  readonly patience?: number;
};

export type Outgoing = {
  readonly url: string;
  readonly body: string;
  readonly heads: Readonly<Record<string, string>>;
};

/**
 * Tells an address of a customer's, by the same guard as for browsers: no name that stands for a machine of our own is
 * connected to. Follows nothing that it is sent on to. Answers the status; fails where nobody answered.
 */
export function webhookGateway(parts: Parts = {}) {
  const { request = requestSafely, isAllowed = isPublicAddress, names = ownNames, patience = 10_000 } = parts;
  return ({ url, body, heads }: Outgoing): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = {
        ...heads,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Cryptocommerce-Webhooks/1',
      };
      const signal = AbortSignal.timeout(patience);
      const options = { method: 'POST', headers, agent: false, signal, lookup: lookupWithin(isAllowed, names) };
      const asked = request(new URL(url), options as RequestOptions, (answer) => {
        // What it says beside is not read, however long it would be.
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      });
      endsUnanswered(asked, reject);
      asked.end(body);
    });
}
export type SendWebhook = ReturnType<typeof webhookGateway>;
