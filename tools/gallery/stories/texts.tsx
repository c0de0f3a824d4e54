import { jmd, usd } from '../../../src/kernel/money.ts';
import { Badge, StatusBadge } from '../../../src/ui/badge.tsx';
import { Button } from '../../../src/ui/button.tsx';
import { CoinsText } from '../../../src/ui/coins-text.tsx';
import { EmptyState } from '../../../src/ui/empty-state.tsx';
import { MoneyText } from '../../../src/ui/money-text.tsx';
import { Notice } from '../../../src/ui/notice.tsx';
import { FigurePlaceholder, PriceBreakdown } from '../../../src/ui/price-breakdown.tsx';
import { QrCode } from '../../../src/ui/qr-code.tsx';
import { RestoredNotice } from '../../../src/ui/restored-notice.tsx';
import { ScaleBar, ScaleLegend } from '../../../src/ui/scale-bar.tsx';
import * as icons from '../../../src/ui/shell-icons.tsx';
import { Skeleton } from '../../../src/ui/skeleton.tsx';
import { FailedState, QueryPlaceholder } from '../../../src/ui/states.tsx';
import { numberColumn, TableHead } from '../../../src/ui/table-head.tsx';
import { Steps, Timeline, TimelineLanes, type TimelineStep } from '../../../src/ui/timeline.tsx';
import { doNothing, longText, type Stories, wallet } from '../story.ts';

const bitcoin = (base: bigint) => ({ symbol: 'BTC', decimals: 8, base });
const steps: readonly TimelineStep[] = [
  { state: 'done', title: 'Order placed', note: '25 Nov, 12:00 pm' },
  { state: 'now', title: 'We check your payment', note: 'Usually within a day' },
  { state: 'ahead', title: 'We send your coins' },
];
const stopped: readonly TimelineStep[] = [
  { state: 'done', title: 'Order placed' },
  { state: 'stop', title: longText, note: longText },
];
const lanes = [
  {
    name: 'Buy',
    badge: <StatusBadge status="pending" />,
    steps: steps.map((step, at) => ({ ...step, column: at + 1 })),
  },
  { name: 'Refund', steps: stopped },
];

export const texts: Stories = {
  Badge: {
    Kinds: (
      <div className="row wraps">
        <Badge kind="approved">Approved</Badge>
        <Badge kind="pending">Pending</Badge>
        <Badge kind="rejected">Rejected</Badge>
        <Badge kind="note">Note</Badge>
        <Badge>Other</Badge>
      </div>
    ),
    Statuses: (
      <div className="row wraps">
        {['active', 'awaiting', 'returned', 'not_submitted'].map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </div>
    ),
    'Long text': <Badge kind="pending">Waiting for a second person to approve it</Badge>,
  },
  MoneyText: {
    Normal: <MoneyText money={jmd(125_000_000n)} />,
    Big: <MoneyText money={jmd(125_000_000_00n)} size="big" />,
    Plain: <MoneyText money={usd(805_012n)} size="plain" />,
    Negative: <MoneyText money={usd(-150n)} />,
    'Without cents': <MoneyText money={jmd(18_000_000n)} cents="whole" />,
    Zero: <MoneyText money={jmd(0n)} />,
  },
  CoinsText: {
    Normal: <CoinsText coins={bitcoin(10_371_395n)} />,
    Trimmed: <CoinsText coins={bitcoin(50_000_000n)} trim />,
    Plain: <CoinsText coins={bitcoin(-10_371_395n)} plain />,
    Long: <CoinsText coins={{ symbol: 'ETH', decimals: 18, base: 1_234_567_000_000_000_000_000_001n }} />,
  },
  Notice: {
    Note: <Notice>Prices move. You get the price that you see when you confirm.</Notice>,
    Waiting: <Notice kind="wait">We're checking your payment.</Notice>,
    Bad: <Notice kind="bad">We couldn't load your orders.</Notice>,
    Good: (
      <Notice kind="ok" live>
        Your changes are saved.
      </Notice>
    ),
    'Long text': <Notice kind="bad">{longText}</Notice>,
    'Restored draft': <RestoredNotice restoredAt={new Date('2026-11-25T17:00:00Z')} onDiscard={doNothing} />,
  },
  'Empty and failed': {
    Empty: <EmptyState title="No orders yet" text="Your orders appear here." action={<Button>Buy crypto</Button>} />,
    'Long text': <EmptyState title={longText} text={longText} />,
    Loading: <Skeleton />,
    'Loading a query': <QueryPlaceholder query={{ error: null, refetch: doNothing }} text="We couldn't load it." />,
    Failed: <FailedState text="We couldn't load your orders." onRetry={doNothing} />,
    'Failed query': (
      <QueryPlaceholder query={{ error: new Error('down'), refetch: doNothing }} text="We couldn't load your orders." />
    ),
  },
  PriceBreakdown: {
    Default: (
      <PriceBreakdown
        rows={[
          { label: 'You pay', figure: <MoneyText money={jmd(125_000_000n)} size="plain" /> },
          { label: 'Our fee', note: '7.5 %', figure: <MoneyText money={jmd(9_375_000n)} size="plain" /> },
          { label: 'Network fee', figure: <FigurePlaceholder /> },
          {
            label: 'You get',
            figure: <CoinsText coins={bitcoin(10_371_395n)} />,
            under: 'J$12,053,100 a coin',
            sum: true,
          },
        ]}
      />
    ),
    'Long text': (
      <PriceBreakdown
        rows={[{ label: longText, note: longText, figure: <MoneyText money={jmd(125_000_000_00n)} size="plain" /> }]}
      />
    ),
  },
  ScaleBar: {
    Default: (
      <ScaleBar
        label="J$750,000 of J$1,000,000 used"
        total={100n}
        parts={[
          { kind: 'used', amount: 55n },
          { kind: 'held', amount: 15n },
          { kind: 'fee', amount: 5n },
        ]}
        labels={[
          { at: 0, text: 'J$0' },
          { at: 50, text: 'J$500,000' },
          { at: 100, text: 'J$1,000,000' },
        ]}
      />
    ),
    Empty: <ScaleBar label="Nothing used" total={0n} parts={[]} />,
    Over: <ScaleBar label="Over the limit" total={100n} parts={[{ kind: 'over', amount: 130n }]} />,
    Legend: (
      <ScaleLegend
        items={[
          { kind: 'used', name: 'Used', figure: <MoneyText money={jmd(55_000_000n)} cents="whole" /> },
          { kind: 'held', name: 'On hold', figure: <MoneyText money={jmd(15_000_000n)} cents="whole" /> },
          { name: 'Left', figure: <MoneyText money={jmd(25_000_000n)} cents="whole" /> },
        ]}
      />
    ),
  },
  Timeline: {
    Running: <Timeline steps={steps} />,
    Stopped: <Timeline steps={stopped} />,
    Steps: <Steps steps={steps} />,
    Lanes: (
      <TimelineLanes
        label="Your orders"
        days={[
          { name: 'Wed', columns: 2 },
          { name: 'Today', columns: 2, today: true },
          { name: 'Fri', columns: 1 },
        ]}
        lanes={lanes}
      />
    ),
  },
  TableHead: {
    Default: (
      <table className="tbl">
        <TableHead columns={['Coin', numberColumn('Amount')]} />
        <tbody>
          <tr>
            <td>Bitcoin</td>
            <td className="r num">J$15,600,000.00</td>
          </tr>
        </tbody>
      </table>
    ),
  },
  QrCode: { Default: <QrCode text={`bitcoin:${wallet}`} name="the wallet" /> },
  'Shell icons': {
    All: (
      <div className="row wraps">
        {Object.entries(icons).map(([name, Icon]) => (
          <Icon key={name} />
        ))}
      </div>
    ),
  },
};
