import { type OutboundOptions, outboundSender } from '../../../platform/http/outbound-http.ts';

export type Outgoing = {
  readonly url: string;
  readonly body: string;
  readonly heads: Readonly<Record<string, string>>;
};

/** Sends to public IP addresses only, without redirects. Returns the HTTP status. Throws without a response. */
export function webhookGateway(parts: OutboundOptions = {}) {
  const send = outboundSender(parts);
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
