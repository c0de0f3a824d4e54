import { FileDown, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import type { Receipt, ReceiptPart } from '../receipt.ts';

const QrSquare = lazyPart(async () => (await import('../../../ui/qr-code.tsx')).QrCode);

const Part = ({ part }: { part: ReceiptPart }) => (
  <section>
    <h2>{part.title}</h2>
    <dl className="slip">
      {part.lines.map(({ label, value, look }) => (
        <div key={`${label} ${value}`} className={look === 'sum' ? 'sum' : undefined}>
          <dt>{label}</dt>
          <dd className={look === 'code' ? 'code' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);

type SheetProps = { receipt: Receipt; badge: ReactNode };

const ReceiptSheet = ({ receipt, badge }: SheetProps) => (
  <article className="sheet receipt">
    <header>
      <span className="mark">
        <Logo />
        <span>Cryptocommerce</span>
      </span>
      <span className="t-xs ink-2">Issued {receipt.issued}</span>
    </header>
    <div className="row between title">
      <div>
        <h1>Receipt</h1>
        <p className="ink-2">{receipt.heading}</p>
      </div>
      <div className="end">
        <p className="ref num">{receipt.reference}</p>
        {badge}
      </div>
    </div>
    <div className="pair">
      {receipt.parties.map((part) => (
        <Part key={part.title} part={part} />
      ))}
    </div>
    {receipt.parts.map((part) => (
      <Part key={part.title} part={part} />
    ))}
    {receipt.ticket && (
      <div className="pair">
        <Part part={receipt.ticket.part} />
        <QrSquare text={receipt.ticket.code} name="your ticket" />
      </div>
    )}
    <footer className="t-xs ink-2">
      {receipt.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </footer>
  </article>
);

type ReceiptQuery = {
  readonly data: Receipt | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
};

type PageProps = {
  asked: ReceiptQuery;
  id: string;
  back: { to: string; name: string };
  badge: ReactNode;
  missing: ReactNode;
};

/** Receipt to print or save as a PDF [001 §2 Transaction History page]. */
export function ReceiptPage({ asked, id, back, badge, missing }: PageProps) {
  if (asked.isPending)
    return (
      <div className="wrap head">
        <Skeleton label="Loading your receipt" lines={[30, 46, 100, 100, 92]} />
      </div>
    );
  if (!asked.data) {
    const { status } = asked.error as { status?: number };
    if (errorMessage(asked.error).code === 'accounts.sign_in_required') return <SignInRequired />;
    if (status === 404 || status === 400) return missing;
    return (
      <div className="wrap head">
        <h1>Receipt</h1>
        <FailedState text="We couldn't load your receipt." error={asked.error} onRetry={() => asked.refetch()} />
      </div>
    );
  }
  return (
    <div className="wrap receipt-page">
      <div className="row between no-print">
        <Link className="link" to={back.to}>
          {back.name}
        </Link>
        <div className="row">
          <Button variant="line" onClick={() => window.print()}>
            <Printer className="ic" aria-hidden="true" />
            Print
          </Button>
          <a className={buttonClass({})} href={`/api/receipts/${id}.pdf`} download>
            <FileDown className="ic" aria-hidden="true" />
            Save as PDF
          </a>
        </div>
      </div>
      <ReceiptSheet receipt={asked.data} badge={badge} />
    </div>
  );
}
