import { after } from '../../../kernel/clock.ts';
import { audit } from '../../../platform/audit.ts';
import type { Db, SessionUser } from '../../../platform/database/database.ts';
import { authed, authedTwoPhase, type Services } from '../../../platform/http/procedure.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { freezeStatusOf } from '../../freezes/frozen.ts';
import { formatPlainAmount } from '../../ledger/amount.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { refusalCodes, refuse } from './messages.ts';
import type { CardDue, CardKind, CardPayables } from './payable.ts';
import { CardProviderDown, isSwitchedOn } from './provider.ts';
import { getActiveGateway } from './providers/registry.ts';
import { StartCard } from './schema.ts';
import { findOpenSession, findOwnOpenSessions, insertSession, lockCardPage } from './session-store.ts';

type DueId = { readonly kind: CardKind; readonly id: string };
type StartContext = { readonly services: Services; readonly payables: CardPayables; readonly dueId: DueId };

/** Refuses an order or payment that the user cannot pay by card now, without a reason (A7). */
async function loadStart({ services, payables, dueId }: StartContext, tx: Db, person: SessionUser) {
  const due = await payables[dueId.kind].due(tx, dueId.id);
  const isOver = due?.until && due.until <= services.clock();
  if (!due || isOver || due.userId !== person.id) return refuse('cards.not_payable', {});
  if ((await freezeStatusOf(tx, person.id)) === 'stopped') refuse('cards.closed', {});
  const settings = await loadCurrentSettings(tx);
  const gateway = isSwitchedOn(settings, dueId.kind) ? getActiveGateway(services.config, settings) : null;
  const open = await findOpenSession(tx, due, services.clock());
  return { due, gateway: gateway ?? refuse('cards.closed', {}), open: open?.provider === gateway?.name ? open : null };
}

type PageTarget = { readonly due: CardDue; readonly gateway: NonNullable<ReturnType<typeof getActiveGateway>> };

async function createCardPage({ services }: StartContext, { due, gateway }: PageTarget) {
  const [now, reference] = [services.clock(), gateway.referenceFor(due)];
  const lifetimeEnd = after(now, gateway.pageLifetimeMs);
  const closesAt = due.until && due.until < lifetimeEnd ? due.until : lifetimeEnd;
  try {
    const url = await gateway.page({ due, reference, now, closesAt, origin: services.config.origin });
    return { reference, url, openedAt: now, closesAt, provider: gateway.name };
  } catch (error) {
    if (error instanceof CardProviderDown) return refuse('cards.provider_down', {});
    throw error;
  }
}

/** Opens a card page [001 §7 Card payment pages], or returns the open one. Calls the provider outside transactions. */
export const start = (payables: CardPayables) =>
  authedTwoPhase
    .errors(refusalCodes('cards.not_payable', 'cards.closed', 'cards.provider_down'))
    .input(StartCard)
    .handler(async ({ context: { services, request, openTransaction }, input }) => {
      const startContext = { services, payables, dueId: input };
      const { open, ...target } = await openTransaction((tx, person) => {
        checkRateLimit(services, 'cardPage', person.id);
        return loadStart(startContext, tx, person);
      });
      if (open) return { url: open.url, closesAt: open.closesAt };
      const page = await createCardPage(startContext, target);
      return openTransaction(async (tx, person) => {
        await lockCardPage(tx, input.kind, input.id);
        // A parallel request may have paid, cancelled or opened it.
        const { due, open: first } = await loadStart(startContext, tx, person);
        if (first) return { url: first.url, closesAt: first.closesAt };
        const id = await insertSession(tx, { due, ...page });
        const { amount } = due;
        await audit(tx, {
          actorId: person.id,
          actorRole: 'customer',
          action: 'cards.opened',
          subjectType: 'card_session',
          subjectId: id,
          after: { ...input, provider: page.provider, amount: formatPlainAmount(amount), currency: amount.currency },
          requestId: request.id,
        });
        return { url: page.url, closesAt: page.closesAt };
      });
    });

/** Lists the user's open card pages, from any device (decision A2). */
export const pending = authed.handler(async function pending({ context: { services, tx } }) {
  const now = services.clock();
  const sessions = await findOwnOpenSessions(tx, now);
  return {
    now,
    pages: sessions.map(({ kind, dueId, url, openedAt, closesAt }) => ({ kind, dueId, url, openedAt, closesAt })),
  };
});
