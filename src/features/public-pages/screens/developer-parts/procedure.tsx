import { TableHead } from '../../../../ui/table-head.tsx';
import type { Field, ProcedureRead, RefusalRead } from '../../../api-access/contract/read-contract.ts';

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

export const Refusals = ({ refusals, caption }: { refusals: readonly RefusalRead[]; caption: string }) => (
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

export const Procedure = ({ procedure, refusals }: ProcedureProps) => {
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
          <Refusals refusals={refusals} caption={`Errors: ${title}`} />
        </details>
      )}
    </section>
  );
};
