import contract from '../../api-access/contract/openapi.json';
import { type ContractRead, readProcedures, splitRefusals } from '../../api-access/contract/read-contract.ts';
import { scopeLabels, scopes } from '../../api-access/scopes.ts';
import { webhookTexts } from '../../api-access/webhooks/events.ts';
import {
  askExample,
  begin,
  developersLead,
  forms,
  personOnly,
  placeExample,
  verifyExample,
  webhookRules,
} from '../content/developers.ts';
import { Code, CodedPoints } from './developer-parts/code.tsx';
import { Procedure, Refusals } from './developer-parts/procedure.tsx';
import './developers.css';
import { pageMeta } from './page-meta.ts';
import { Contents, PageHead } from './parts/page-head.tsx';
import { Words } from './parts/words.tsx';

export const meta = () =>
  pageMeta({
    path: '/developers',
    name: 'For developers',
    description: 'Use our API to get prices, place orders and receive webhooks when an order changes.',
  });

const procedures = readProcedures(contract as unknown as ContractRead);
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
    <Code text={askExample} about="Requesting a quote with curl" />
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
    <Code text={placeExample} about="Placing an order with the TypeScript client" />
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
    <Code text={verifyExample} about="Reading a webhook with the TypeScript client" />
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
