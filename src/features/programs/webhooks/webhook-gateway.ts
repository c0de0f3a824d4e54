import { type Leaving, senderOutside } from '../../../platform/outside.ts';

export type Outgoing = {
  readonly url: string;
  readonly body: string;
  readonly heads: Readonly<Record<string, string>>;
};

/**
 * Tells an address of a customer's, by the same guard as for browsers: no name that stands for a machine of our own is
 * connected to. Follows nothing that it is sent on to. Answers the status; fails where nobody answered.
 */
export function webhookGateway(parts: Leaving = {}) {
  const send = senderOutside(parts);
  return async ({ url, body, heads }: Outgoing): Promise<number> => {
    const headers = {
      ...heads,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Cryptocommerce-Webhooks/1',
    };
    return send({ url: new URL(url), headers, body });
  };
}
export type SendWebhook = ReturnType<typeof webhookGateway>;
