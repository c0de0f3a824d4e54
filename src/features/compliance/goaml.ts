import type { Party, ReportContent } from './reports.ts';

/** Parties of the customer's wallet, for the travel rule. */
export type WalletParties = {
  readonly custody: string;
  readonly provider: string | null;
  readonly holder: string | null;
};

export type BankParty = { readonly bank?: string; readonly account?: string; readonly holder?: string };

export type MovementSum = { readonly direction: Direction; readonly amount: string; readonly asset: string };

const directions = {
  in: 'received',
  off: 'removed, not for this order',
  out: 'paid out',
  bounced: 'returned to us',
  back: 'refunded',
} as const;
type Direction = keyof typeof directions;

export type GoamlOrder = {
  readonly reference: string;
  readonly side: 'buy' | 'sell';
  /** J$ with two decimals. */
  readonly jmd: string;
  readonly coins: string;
  readonly symbol: string;
  readonly network: string;
  readonly placedAt: Date;
  readonly status: string;
  readonly moved: readonly MovementSum[];
  readonly wallet: string | null;
  /** Sender addresses of a sale: as received, else as the customer entered them. */
  readonly senders: readonly string[];
  readonly payers: readonly BankParty[];
  readonly payee: BankParty;
  /** Holder of the customer's wallet, stated for orders of US$1,000 or more. */
  readonly parties: WalletParties | null;
};

export type GoamlReport = {
  readonly number: number;
  readonly version: number;
  readonly entity: { readonly name: string; readonly id: string };
  readonly reporter: { readonly name: string; readonly email: string };
  readonly writtenAt: Date;
  readonly suspicionFormedOn: string;
  readonly fidReference: string | null;
  readonly customer: { readonly id: string; readonly name: string };
  readonly content: ReportContent;
  readonly orders: readonly GoamlOrder[];
};

/** Characters that XML 1.0 cannot contain, even escaped. */
const invalidCharacters = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for XML and drops invalid characters. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(invalidCharacters, '')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** `<name>inner</name>`, or an empty string if there is no content. */
const formatTag = (name: string, inner: string | readonly string[]): string => {
  const body = typeof inner === 'string' ? inner : inner.join('');
  return body === '' ? '' : `<${name}>${body}</${name}>`;
};
const formatLeaf = (name: string, text: string): string => formatTag(name, escapeXml(text));

const formatTimestamp = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`;

const formatPerson = (party: Pick<Party, 'firstName' | 'lastName' | 'birthDate' | 'country'>): string =>
  formatTag('person', [
    formatTag('first_name', escapeXml(party.firstName) || '-'),
    formatTag('last_name', escapeXml(party.lastName) || '-'),
    formatLeaf('birthdate', party.birthDate),
    formatLeaf('nationality1', party.country),
  ]);

const formatParty = (party: Party): string =>
  formatTag(
    'report_party',
    [
      formatLeaf('role', party.role),
      party.kind === 'person' && formatPerson(party),
      party.kind === 'entity' &&
        formatTag('entity', formatLeaf('name', `${party.firstName} ${party.lastName}`.trim() || '-')),
      party.kind === 'wallet' && formatTag('wallet', formatLeaf('address', party.account || '-')),
      party.kind !== 'wallet' && formatLeaf('account', party.account),
      formatLeaf('comments', party.note),
    ].filter((part) => typeof part === 'string'),
  );

/** Formats the wallet's provider, and its holder if not the customer. */
const formatHolder = (parties: WalletParties | null): string =>
  parties === null ? '' : [parties.provider ?? 'self-hosted', parties.holder ?? 'own'].join(', ');

const formatBankParty = ({ bank, account, holder }: BankParty): string[] => [
  formatLeaf('institution_name', bank ?? ''),
  formatLeaf('account', account ?? ''),
  formatLeaf('account_name', holder ?? ''),
];

/** Includes payments and status, because an order alone is not a trade. */
function describeOrder({ side, moved, status }: GoamlOrder): string {
  const movements = moved.map(({ direction, amount, asset }) => `${directions[direction]}: ${amount} ${asset}`);
  const action = side === 'buy' ? 'Customer buys coins' : 'Customer sells coins';
  return [`${action} (${status})`, ...(movements.length > 0 ? movements : ['nothing was paid'])].join('; ');
}

function formatSides(order: GoamlOrder, report: GoamlReport): string[] {
  const customer = formatTag('customer', [
    formatLeaf('client_number', report.customer.id),
    formatLeaf('name', report.customer.name),
  ]);
  const companyEntity = formatTag('entity', formatLeaf('name', report.entity.name));
  const wallets = order.side === 'buy' ? [order.wallet ?? ''] : order.senders;
  const customerSide = formatTag(order.side === 'buy' ? 'to' : 'from', [
    customer,
    ...wallets.map((wallet) => formatLeaf('wallet_address', wallet)),
    formatLeaf('wallet_holder', formatHolder(order.parties)),
    ...order.payers.map((payer) => formatTag('payer', formatBankParty(payer))),
  ]);
  const companySide = formatTag(order.side === 'buy' ? 'from' : 'to', [
    companyEntity,
    ...(order.side === 'sell' ? formatBankParty(order.payee) : []),
  ]);
  return order.side === 'buy' ? [companySide, customerSide] : [customerSide, companySide];
}

const formatTransaction = (order: GoamlOrder, report: GoamlReport): string =>
  formatTag('transaction', [
    formatLeaf('transactionnumber', order.reference),
    formatLeaf('transaction_description', describeOrder(order)),
    formatLeaf('date_transaction', formatTimestamp(order.placedAt)),
    formatLeaf('amount_local', order.jmd),
    formatTag('virtual_asset', [
      formatLeaf('symbol', order.symbol),
      formatLeaf('quantity', order.coins),
      formatLeaf('network', order.network),
    ]),
    ...formatSides(order, report),
  ]);

export function formatGoamlXml(report: GoamlReport): string {
  const { content, orders, entity, reporter } = report;
  const [first = '-', ...rest] = reporter.name.split(' ');
  const header = [
    formatLeaf('rentity_id', entity.id),
    formatLeaf('rentity_name', entity.name),
    formatLeaf('submission_code', 'E'),
    formatLeaf('report_code', 'STR'),
    formatLeaf('entity_reference', `STR-${report.number}-${report.version}`),
    formatLeaf('fiu_ref_number', report.fidReference ?? ''),
    formatLeaf('submission_date', formatTimestamp(report.writtenAt)),
    formatLeaf('currency_code_local', 'JMD'),
    formatLeaf('suspicion_formed_on', report.suspicionFormedOn),
    formatTag('reporting_person', [
      formatLeaf('first_name', first),
      formatTag('last_name', escapeXml(rest.join(' ')) || '-'),
      formatLeaf('email', reporter.email),
    ]),
    formatLeaf('reason', content.narrative),
    formatLeaf('action', content.action),
    formatTag('report_parties', content.parties.map(formatParty)),
    ...orders.map((order) => formatTransaction(order, report)),
    formatTag(
      'report_indicators',
      content.reasons.map((reason) => formatLeaf('indicator', reason)),
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${formatTag('report', header)}\n`;
}
