import contract from '../../programs/contract/openapi.json';
import { type ContractRead, proceduresOf, refusalsApart } from '../../programs/contract/reading.ts';
import { scopes, scopeWords } from '../../programs/scopes.ts';
import { webhookWords } from '../../programs/webhooks/events.ts';
import {
  askExample,
  begin,
  developersLead,
  forms,
  personOnly,
  placeExample,
  told,
  verifyExample,
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
    name: 'For programs',
    description: 'How a program of yours asks for prices, places orders and is told when they move.',
  });

const procedures = proceduresOf(contract as unknown as ContractRead);
const { everywhere, own } = refusalsApart(procedures);

const places = [
  { id: 'begin', title: 'Begin' },
  { id: 'forms', title: 'How things are written' },
  { id: 'procedures', title: 'Procedures' },
  ...procedures.map(({ id, title }) => ({ id, title })),
  { id: 'anywhere', title: 'Refused anywhere' },
  { id: 'webhooks', title: 'Webhooks' },
];

const Begin = () => (
  <section aria-labelledby="begin">
    <h2 id="begin">Begin</h2>
    <CodedPoints texts={begin} />
    <Code text={askExample} about="Asking for a quote with curl" />
    <p>A key opens what its owner ticked, and nothing else:</p>
    <dl className="scopes">
      {scopes.map((scope) => (
        <div key={scope}>
          <dt>
            <code className="code">{scope}</code>
          </dt>
          <dd>{scopeWords[scope]}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const Procedures = () => (
  <section aria-labelledby="procedures">
    <h2 id="procedures">Procedures</h2>
    <p>
      All of them stand below <code className="code">/api/partner/v1</code>. <Words text={personOnly} />
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
    <CodedPoints texts={told} />
    <dl className="scopes">
      {Object.entries(webhookWords).map(([type, { about }]) => (
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

/** /developers: the contract of the partner surface, to be read (decision 065). Made from the document itself. */
export default function DevelopersPage() {
  return (
    <div className="wrap">
      <PageHead title="For programs" lead={developersLead} />
      <div className="to-read">
        <Contents places={places} />
        <article className="prose developers">
          <Begin />
          <section aria-labelledby="forms">
            <h2 id="forms">How things are written</h2>
            <CodedPoints texts={forms} />
          </section>
          <Procedures />
          <section aria-labelledby="anywhere">
            <h2 id="anywhere">Refused anywhere</h2>
            <Refusals refusals={everywhere} caption="What may be refused anywhere" />
          </section>
          <Webhooks />
        </article>
      </div>
    </div>
  );
}
