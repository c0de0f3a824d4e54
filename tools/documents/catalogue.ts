import * as accountPages from '../../src/features/account-pages/messages.ts';
import * as accounts from '../../src/features/accounts/messages.ts';
import * as security from '../../src/features/accounts/security-messages.ts';
import * as agreements from '../../src/features/agreements/messages.ts';
import * as approvals from '../../src/features/approvals/messages.ts';
import * as casework from '../../src/features/casework/messages.ts';
import * as complianceDesk from '../../src/features/compliance/desk-messages.ts';
import * as compliance from '../../src/features/compliance/messages.ts';
import * as documents from '../../src/features/documents/messages.ts';
import * as freezes from '../../src/features/freezes/messages.ts';
import { itemCodes } from '../../src/features/identity/items.ts';
import * as identity from '../../src/features/identity/messages.ts';
import { reasonsFor } from '../../src/features/identity/reasons.ts';
import * as location from '../../src/features/location/messages.ts';
import * as prices from '../../src/features/prices/messages.ts';
import * as risk from '../../src/features/risk/messages.ts';
import * as roles from '../../src/features/roles/messages.ts';
import * as screening from '../../src/features/screening/messages.ts';
import * as settings from '../../src/features/settings/messages.ts';
import * as staff from '../../src/features/staff/messages.ts';
import * as orderDesk from '../../src/features/trading/desk-messages.ts';
import * as historyCsv from '../../src/features/trading/history-csv-messages.ts';
import * as trading from '../../src/features/trading/messages.ts';
import { orderReasons, type Reason } from '../../src/features/trading/order/reasons.ts';
import type { Message, Messages } from '../../src/kernel/refusal.ts';
import * as platform from '../../src/platform/messages.ts';

/** A sentence, or the title of one, under the name by which the house knows it. */
type Told = Partial<Message> & { readonly name: string };

function toldIn(lists: unknown, name: string): Told[] {
  if (typeof lists === 'string') return [{ name, text: lists }];
  if (typeof lists !== 'object' || lists === null) return [];
  if ('text' in lists || 'title' in lists) return [{ ...(lists as Partial<Message>), name }];
  return Object.entries(lists).flatMap(([key, part]) => toldIn(part, key.includes('.') ? key : `${name}.${key}`));
}
const toldBy = (rooms: Readonly<Record<string, object>>): Told[] =>
  Object.entries(rooms).flatMap(([room, lists]) => toldIn(lists, room));

const { reviewMessages, ...identityOfCustomers } = identity;
const { unfreezeMessages, ...accountsOfCustomers } = { ...accounts, ...security };

const ofCustomers = toldBy({
  ...{ 'account-pages': accountPages, accounts: accountsOfCustomers, agreements, documents },
  ...{ identity: identityOfCustomers, location, platform, prices, trading: { ...trading, ...historyCsv } },
});
const ofDesk = toldBy({
  ...{ accounts: { unfreezeMessages }, approvals, casework, compliance: { ...compliance, ...complianceDesk } },
  ...{ freezes, identity: { reviewMessages }, risk, roles, screening, settings, staff, trading: orderDesk },
});
const told = [...ofCustomers, ...ofDesk];

const isRefusal = (entry: Told): entry is Told & Message => entry.status !== undefined;

/** Every sentence with which the product can say no, by its code. */
export const refusals: Messages = Object.fromEntries(told.filter(isRefusal).map((entry) => [entry.name, entry]));

/** Everything else that is said of what happened. */
export const notices: readonly Told[] = told.filter((entry) => !isRefusal(entry));

/** The two texts of each coded reason, by what it is a reason of. */
export const reasons: readonly (Reason & { readonly of: string })[] = [
  ...Object.entries(orderReasons).flatMap(([act, list]) => list.map((each) => ({ of: act, ...each }))),
  ...itemCodes.flatMap((item) =>
    (['reject', 'want'] as const).flatMap((act) =>
      reasonsFor(act, item).map((each) => ({ of: `${act} ${item}`, ...each })),
    ),
  ),
];

const textsOfCustomers = new Set(ofCustomers.map(({ text }) => text));

/** What staff alone read, in whole sentences: none of it lies in a script that a customer loads. */
export const deskTexts: readonly string[] = [...ofDesk.map(({ text }) => text), ...reasons.map(({ staff }) => staff)]
  .filter((text) => text !== undefined)
  .filter((text) => text.length > 20 && !textsOfCustomers.has(text));
