import { after, hours } from '../../../kernel/clock.ts';
import { formatBaseUnits } from '../../../kernel/coins.ts';
import { formatCsvRow as row, utf8Bom } from '../../../kernel/csv-format.ts';
import { formatMinorUnits } from '../../../kernel/money.ts';
import { getNetworkLabel } from '../../assets/networks.ts';
import { formatPlainAmount, getAsset } from '../../ledger/amount.ts';
import type { Movement } from '../../ledger/movement.ts';
import { mahoniRail } from '../../payments/mahoni.ts';
import { getAmountDue } from '../../payments/match-incoming.ts';
import { formatPaymentState } from '../../payments/payment-labels.ts';
import { getRefundSummary } from '../../payments/refund-summary.ts';
import type { Payment } from '../../payments/store.ts';
import { calculateBalance } from '../../receipts/receipt.ts';
import { getBalance, getWallet, payOutMovement, primaryPayIn, refundMovements } from '../order/order-balance.ts';
import type { Order } from '../order/order-row.ts';
import { getUsdAtExecution } from './receipt-lines.ts';

const emptyCell = () => '';

type Column = readonly [name: string, read: (order: Order) => string, readPayment: (payment: Payment) => string];
const columns: readonly Column[] = [
  ['Reference', (o) => o.reference, (p) => p.reference],
  ['Type', (o) => o.side, (p) => p.payable],
  ['Status', (o) => o.status, (p) => formatPaymentState({ ...p, wentBack: getRefundSummary(p) }).toLowerCase()],
  ['Placed (UTC)', (o) => o.placedAt.toISOString(), (p) => p.startedAt.toISOString()],
  ['Placed (Jamaica)', (o) => formatJamaicaTime(o.placedAt), (p) => formatJamaicaTime(p.startedAt)],
  ['Closed (UTC)', (o) => o.closedAt?.toISOString() ?? '', (p) => p.closedAt?.toISOString() ?? ''],
  [
    'Closed (Jamaica)',
    (o) => (o.closedAt ? formatJamaicaTime(o.closedAt) : ''),
    (p) => (p.closedAt ? formatJamaicaTime(p.closedAt) : ''),
  ],
  ['Asset', (o) => o.coins.symbol, (p) => (p.coins ? p.coins.amount.symbol : '')],
  ['Coins', (o) => formatBaseUnits(o.coins), (p) => (p.coins ? formatBaseUnits(p.coins.amount) : '')],
  ['Currency', (o) => o.fiat.currency, (p) => p.amount.currency],
  ['Amount in currency', (o) => formatMinorUnits(o.fiat.minor), (p) => formatMinorUnits(p.amount.minor)],
  ['Amount J$', (o) => formatMinorUnits(o.gross.minor), (p) => formatMinorUnits(p.amount.minor)],
  ['Amount US$', (o) => formatMinorUnits(getUsdAtExecution(o).minor), emptyCell],
  ['Fee %', (o) => o.feePercent, () => '0.00'],
  ['Fee J$', (o) => formatMinorUnits(o.fee.minor), () => '0.00'],
  ['Net J$', (o) => formatMinorUnits(o.net.minor), (p) => formatMinorUnits(p.amount.minor)],
  ['Price US$ per coin', (o) => o.priceUsd, (p) => p.coins?.priceUsd ?? ''],
  ['Rate J$ per US$', (o) => o.rate, (p) => p.coins?.rate ?? ''],
  [
    'Network',
    (o) => getNetworkLabel(o.coins.symbol as Parameters<typeof getNetworkLabel>[0], o.network),
    (p) => (p.coins ? getNetworkLabel('MHI', mahoniRail) : ''),
  ],
  ['Wallet', getWallet, (p) => p.sender?.address ?? ''],
  ['Payout reference', (o) => payOutMovement(o)?.reference ?? '', emptyCell],
  ['Received', (o) => formatPlainAmount(getBalance(o).arrived), (p) => formatPlainAmount(getPaymentBalance(p).arrived)],
  ['Received reference', (o) => primaryPayIn(o)?.reference ?? '', (p) => joinReferences(getMovements(p, 'in'))],
  [
    'Refunded',
    (o) => formatPlainAmount(getBalance(o).returned),
    (p) => formatPlainAmount(getPaymentBalance(p).returned),
  ],
  ['Refund reference', (o) => joinReferences(refundMovements(o)), (p) => joinReferences(getMovements(p, 'back'))],
  ['Kept', (o) => formatPlainAmount(getBalance(o).kept), (p) => formatPlainAmount(getPaymentBalance(p).kept)],
  ['Sent', (o) => formatPlainAmount(getBalance(o).sent), emptyCell],
  ['Unit received', (o) => getAsset(getBalance(o).asked), (p) => getAsset(getAmountDue(p))],
  ['Unit sent', (o) => getAsset(getBalance(o).owed), emptyCell],
  ['For', emptyCell, (p) => p.title],
];

const getPaymentBalance = (payment: Payment) => calculateBalance(getAmountDue(payment), payment.movements);
const getMovements = ({ movements }: Payment, kind: 'in' | 'back') =>
  movements.filter(({ direction }) => direction === kind);

const joinReferences = (lines: readonly Movement[]): string => lines.map(({ reference }) => reference ?? '').join(' ');

/** Formats as `2026-11-20 10:14:05`. Jamaica is UTC-5 all year. */
const formatJamaicaTime = (moment: Date): string =>
  after(moment, -hours(5)).toISOString().slice(0, 19).replace('T', ' ');

/** Header row. Starts with a byte order mark, so that spreadsheets read UTF-8. */
export const csvHead = (): string => `${utf8Bom}${row(columns.map(([name]) => name))}`;

export const formatOrderRows = (orders: readonly Order[]): string =>
  orders.map((order) => row(columns.map(([, read]) => read(order)))).join('');

export const formatPaymentRows = (payments: readonly Payment[]): string =>
  payments.map((payment) => row(columns.map(([, , read]) => read(payment)))).join('');
