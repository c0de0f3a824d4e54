import contract from '../../api-access/contract/openapi.json';
import {
  type ContractRead,
  type Field,
  type ProcedureRead,
  type RefusalRead,
  readProcedures,
  readWebhookFields,
  splitRefusals,
} from '../../api-access/contract/read-contract.ts';
import { scopeLabels, scopes } from '../../api-access/scopes.ts';
import { webhookTexts } from '../../api-access/webhooks/events.ts';
import './developers.css';
import { Fragment } from 'react';
import { TableHead } from '../../../ui/table-head.tsx';
import type { Text } from '../content/prose.ts';
import { pageMeta } from './page-meta.ts';
import { Contents, PageHead, Words } from './parts/words.tsx';

const developersLead = 'Prices, quotes, orders and receipts for your own programs.';

const begin: readonly Text[] = [
  '**Create a key** on [your API access page](/profile/programs). We show it once.',
  '**Send the key** with each request as `Authorization: Bearer`. You can send 120 requests a minute per key.',
  '**Read the contract** at [/api/partner/openapi.json](/api/partner/openapi.json) (OpenAPI 3.1), or use the TypeScript client generated from it.',
];

const forms: readonly Text[] = [
  '**Money** is `{"currency": "JMD", "amount": "1250.00"}`, **coins** are `{"symbol": "BTC", "amount": "0.00012"}`: decimal text, never a float.',
  '**Times** are UTC in ISO 8601.',
  '**Errors** are JSON with `code`, `status` and a readable `text`. `details` contains values in the text, `issues` lists invalid fields. The contract describes every code.',
  '**After 429** wait as many seconds as `Retry-After` says. **After 5xx, or without a response,** retry: an Idempotency-Key places an order only once.',
];

const personOnly: Text =
  'Some orders need a person, for example to read a warning. The API refuses them: place them on our site.';

const webhookRules: readonly Text[] = [
  'Add up to three URLs on your API access page.',
  'Webhooks are signed as in [Standard Webhooks](https://www.standardwebhooks.com): `webhook-id`, `webhook-timestamp`, and `webhook-signature` over `id.timestamp.body` with HMAC-SHA256.',
  'Reject an invalid signature, or a timestamp more than five minutes off. Store each `webhook-id` for a day and skip repeats.',
  'Respond with 200 to 299 within ten seconds. Otherwise we retry up to 12 times in five hours, then pause the URL and email you. 410 stops all webhooks to a URL. Webhooks can arrive out of order, so request the order.',
];

const askExample = `curl https://…/api/partner/v1/quotes/buy \\
  -H "Authorization: Bearer $CCM_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"symbol":"BTC","currency":"JMD","amount":"3000","network":"bitcoin"}'`;

const placeExample = `const shop = new Cryptocommerce({ url, key });
const quote = await shop.quoteBuy({
  symbol: 'BTC', currency: 'JMD', amount: '3000', network: 'bitcoin',
});
const order = await shop.placeBuyOrder({
  idempotencyKey, // a UUID that you store first
  quoteId: quote.quoteId, network: 'bitcoin', walletAddress,
});`;

const verifyExample = `import { verifyWebhook } from '@cryptocommerce/client';

// body: the raw request body
const { type, data } = await verifyWebhook({ secret, headers, body });
if (type === 'receipt.ready') {
  const receipt = await shop.receipt({ orderId: data.orderId });
}`;

const Fields = ({ fields, caption, sent }: { fields: readonly Field[]; caption: string; sent: boolean }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what moves sideways must be reached by keys.
  <section className="wide-table" aria-label={caption} tabIndex={0}>
    <table className="tbl">
      <TableHead columns={sent ? ['Field', 'Type', 'In'] : ['Field', 'Type']} />
      <tbody>
        {fields.map(({ name, kind, about, where, needed }) => (
          <tr key={`${where} ${name}`}>
            <th scope="row">
              <code className="code">{name}</code>
            </th>
            <td>
              {kind}
              {sent && !needed && <small> (optional)</small>}
              {about && <small className="about">{about}</small>}
            </td>
            {sent && <td>{where}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Refusals = ({ refusals, caption }: { refusals: readonly RefusalRead[]; caption: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what moves sideways must be reached by keys.
  <section className="wide-table" aria-label={caption} tabIndex={0}>
    <table className="tbl">
      <TableHead columns={['Code', 'Status', 'Message']} />
      <tbody>
        {refusals.map(({ code, status, text }) => (
          <tr key={code}>
            <th scope="row">
              <code className="code">{code}</code>
            </th>
            <td>{status}</td>
            <td>{text.replaceAll(/\{\w+\}/g, '…')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

type ProcedureProps = { readonly procedure: ProcedureRead; readonly refusals: readonly RefusalRead[] };

const Procedure = ({ procedure, refusals }: ProcedureProps) => {
  const { id, method, path, title, about, scope, takes, gives } = procedure;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p>
        <code className="code">
          {method} {path}
        </code>{' '}
        <span className="ink-2">
          needs <code className="code">{scope}</code>
        </span>
      </p>
      <p>{about}</p>
      {takes.length > 0 && <Fields fields={takes} caption={`Request: ${title}`} sent />}
      <details>
        <summary>
          <h4>Response</h4>
        </summary>
        <Fields fields={gives} caption={`Response: ${title}`} sent={false} />
      </details>
      {refusals.length > 0 && (
        <details>
          <summary>
            <h4>Errors ({refusals.length})</h4>
          </summary>
          <ul>
            {refusals.map(({ code, status }) => (
              <li key={code}>
                <code className="code">{code}</code> {status}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
};

const Code = ({ text, about }: { text: string; about: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll.
  <section className="example" aria-label={about} tabIndex={0}>
    <pre>
      <code>{text}</code>
    </pre>
  </section>
);

const CodedText = ({ text }: { text: Text }) =>
  text.split('`').map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order.
    <Fragment key={at}>{at % 2 === 1 ? <code className="code">{part}</code> : <Words text={part} />}</Fragment>
  ));

const CodedPoints = ({ texts }: { texts: readonly Text[] }) => (
  <ul>
    {texts.map((text) => (
      <li key={text}>
        <CodedText text={text} />
      </li>
    ))}
  </ul>
);

export const meta = () =>
  pageMeta({
    path: '/developers',
    name: 'For developers',
    description: 'Use our API to get prices, place orders and receive webhooks when an order changes.',
  });

const parsed = contract as unknown as ContractRead;
const procedures = readProcedures(parsed);
const { everywhere, own } = splitRefusals(procedures);

const places = [
  { id: 'begin', title: 'Get started' },
  { id: 'forms', title: 'Formats' },
  { id: 'procedures', title: 'Endpoints' },
  ...procedures.map(({ id, title }) => ({ id, title })),
  { id: 'anywhere', title: 'Common errors' },
  { id: 'webhooks', title: 'Webhooks' },
];

const Begin = () => (
  <section aria-labelledby="begin">
    <h2 id="begin">Get started</h2>
    <CodedPoints texts={begin} />
    <Code text={askExample} about="Requesting a quote" />
    <p>A key has only the permissions you choose:</p>
    <dl className="scopes">
      {scopes.map((scope) => (
        <div key={scope}>
          <dt>
            <code className="code">{scope}</code>
          </dt>
          <dd>{scopeLabels[scope]}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const Procedures = () => (
  <section aria-labelledby="procedures">
    <h2 id="procedures">Endpoints</h2>
    <p>
      All paths start with <code className="code">/api/partner/v1</code>. <Words text={personOnly} />
    </p>
    <Code text={placeExample} about="Placing an order" />
    {procedures.map((procedure) => (
      <Procedure key={procedure.id} procedure={procedure} refusals={own(procedure)} />
    ))}
  </section>
);

const Webhooks = () => (
  <section aria-labelledby="webhooks">
    <h2 id="webhooks">Webhooks</h2>
    <CodedPoints texts={webhookRules} />
    <dl className="scopes">
      {Object.entries(webhookTexts).map(([type, { about }]) => (
        <div key={type}>
          <dt>
            <code className="code">{type}</code>
          </dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
    <Fields fields={readWebhookFields(parsed)} caption="Body of a webhook" sent={false} />
    <Code text={verifyExample} about="Reading a webhook" />
  </section>
);

/** Generated from the contract of the partner API (ADR 24). */
export default function DevelopersPage() {
  return (
    <div className="wrap">
      <PageHead title="For developers" lead={developersLead} />
      <div className="to-read">
        <Contents places={places} />
        <article className="prose developers">
          <Begin />
          <section aria-labelledby="forms">
            <h2 id="forms">Formats</h2>
            <CodedPoints texts={forms} />
          </section>
          <Procedures />
          <section aria-labelledby="anywhere">
            <h2 id="anywhere">Common errors</h2>
            <Refusals refusals={everywhere} caption="Errors of all requests" />
          </section>
          <Webhooks />
        </article>
      </div>
    </div>
  );
}
