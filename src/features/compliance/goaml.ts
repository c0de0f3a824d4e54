import type { Party, ReportContent } from './reports.ts';

/**
 * The file for the goAML portal of the FID: the shape that goAML asks of a suspicious-transaction report (header,
 * reporting person, reason and action, transactions with their two sides), judged by our own `goaml.xsd`.
 */
export type WalletParties = {
  readonly custody: string;
  readonly provider: string | null;
  readonly holder: string | null;
};

/** An account as a bank line shows it. */
export type BankParty = { readonly bank?: string; readonly account?: string; readonly holder?: string };

/** What moved of an order in one direction, added up: decimal text and its unit. */
export type Moved = { readonly direction: Direction; readonly amount: string; readonly asset: string };

/** How a file says what moved of an order, in this sequence. */
const directions = {
  in: 'came in',
  off: 'was not for it and taken off',
  out: 'paid out',
  bounced: 'came back to us',
  back: 'went back',
} as const;
type Direction = keyof typeof directions;

export type GoamlOrder = {
  readonly reference: string;
  readonly side: 'buy' | 'sell';
  /** J$ with two places. */
  readonly jmd: string;
  readonly coins: string;
  readonly symbol: string;
  readonly network: string;
  readonly placedAt: Date;
  readonly status: string;
  readonly moved: readonly Moved[];
  /** Where our coins go (buy). */
  readonly wallet: string | null;
  /** Where the customer's coins came from (sell): what really sent them, or as long as none came what was typed. */
  readonly senders: readonly string[];
  /** From which accounts the customer's money came (buy). */
  readonly payers: readonly BankParty[];
  /** Where our money goes (sell). */
  readonly payee: BankParty;
  /** Who holds the customer's wallet, from US$1,000 on. */
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

/** Signs that XML 1.0 cannot hold at all, escaped or not. */
const unfit = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text as XML holds it: what means something to XML is escaped, what cannot be held is left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(unfit, '')
    .replaceAll(/[&<>"']/g, (sign) => named[sign] ?? '');

/** `<name>inner</name>`; nothing at all where there is nothing to say. */
const tag = (name: string, inner: string | readonly string[]): string => {
  const body = typeof inner === 'string' ? inner : inner.join('');
  return body === '' ? '' : `<${name}>${body}</${name}>`;
};
const leaf = (name: string, text: string): string => tag(name, xmlText(text));

const day = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`;

const personOf = (party: Pick<Party, 'firstName' | 'lastName' | 'birthDate' | 'country'>): string =>
  tag('person', [
    tag('first_name', xmlText(party.firstName) || '-'),
    tag('last_name', xmlText(party.lastName) || '-'),
    leaf('birthdate', party.birthDate),
    leaf('nationality1', party.country),
  ]);

const partyOf = (party: Party): string =>
  tag(
    'report_party',
    [
      leaf('role', party.role),
      party.kind === 'person' && personOf(party),
      party.kind === 'entity' && tag('entity', leaf('name', `${party.firstName} ${party.lastName}`.trim() || '-')),
      party.kind === 'wallet' && tag('wallet', leaf('address', party.account || '-')),
      party.kind !== 'wallet' && leaf('account', party.account),
      leaf('comments', party.note),
    ].filter((part) => typeof part === 'string'),
  );

/** Who holds the customer's wallet, and in whose name where it is not theirs (travel rule). */
const holderOf = (parties: WalletParties | null): string =>
  parties === null ? '' : [parties.provider ?? 'self-hosted', parties.holder ?? 'own'].join(', ');

const bankOf = ({ bank, account, holder }: BankParty): string[] => [
  leaf('institution_name', bank ?? ''),
  leaf('account', account ?? ''),
  leaf('account_name', holder ?? ''),
];

/** What was asked is not yet a trade: what moved of it, and how it ended. */
function descriptionOf({ side, moved, status }: GoamlOrder): string {
  const said = moved.map(({ direction, amount, asset }) => `${directions[direction]}: ${amount} ${asset}`);
  const wish = side === 'buy' ? 'Customer buys coins' : 'Customer sells coins';
  return [`${wish} (${status})`, ...(said.length > 0 ? said : ['nothing was paid'])].join('; ');
}

/** The customer's side and ours, in the direction that the value went. */
function sidesOf(order: GoamlOrder, report: GoamlReport): string[] {
  const customer = tag('customer', [leaf('client_number', report.customer.id), leaf('name', report.customer.name)]);
  const ours = tag('entity', leaf('name', report.entity.name));
  const wallets = order.side === 'buy' ? [order.wallet ?? ''] : order.senders;
  const theirs = tag(order.side === 'buy' ? 'to' : 'from', [
    customer,
    ...wallets.map((wallet) => leaf('wallet_address', wallet)),
    leaf('wallet_holder', holderOf(order.parties)),
    ...order.payers.map((payer) => tag('payer', bankOf(payer))),
  ]);
  const us = tag(order.side === 'buy' ? 'from' : 'to', [ours, ...(order.side === 'sell' ? bankOf(order.payee) : [])]);
  return order.side === 'buy' ? [us, theirs] : [theirs, us];
}

const transactionOf = (order: GoamlOrder, report: GoamlReport): string =>
  tag('transaction', [
    leaf('transactionnumber', order.reference),
    leaf('transaction_description', descriptionOf(order)),
    leaf('date_transaction', day(order.placedAt)),
    leaf('amount_local', order.jmd),
    tag('virtual_asset', [leaf('symbol', order.symbol), leaf('quantity', order.coins), leaf('network', order.network)]),
    ...sidesOf(order, report),
  ]);

/** The report as XML. Every text of it went through {@link xmlText}. */
export function goamlXml(report: GoamlReport): string {
  const { content, orders, entity, reporter } = report;
  const [first = '-', ...rest] = reporter.name.split(' ');
  const header = [
    leaf('rentity_id', entity.id),
    leaf('rentity_name', entity.name),
    leaf('submission_code', 'E'),
    leaf('report_code', 'STR'),
    leaf('entity_reference', `STR-${report.number}-${report.version}`),
    leaf('fiu_ref_number', report.fidReference ?? ''),
    leaf('submission_date', day(report.writtenAt)),
    leaf('currency_code_local', 'JMD'),
    leaf('suspicion_formed_on', report.suspicionFormedOn),
    tag('reporting_person', [
      leaf('first_name', first),
      tag('last_name', xmlText(rest.join(' ')) || '-'),
      leaf('email', reporter.email),
    ]),
    leaf('reason', content.narrative),
    leaf('action', content.action),
    tag('report_parties', content.parties.map(partyOf)),
    ...orders.map((order) => transactionOf(order, report)),
    tag(
      'report_indicators',
      content.reasons.map((reason) => leaf('indicator', reason)),
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag('report', header)}\n`;
}
