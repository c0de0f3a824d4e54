import { after } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import type { Db, Person } from '../../platform/database.ts';
import { keepPace } from '../../platform/pace.ts';
import { type Services, signedIn, signedInBriefly } from '../../platform/procedure.ts';
import { standstillOf } from '../freezes/frozen.ts';
import { amountPlain } from '../movements/amount.ts';
import { currentSettings } from '../settings/store.ts';
import type { CardDue, CardKind, CardPayables } from './due.ts';
import { gatewayInForce } from './gateways.ts';
import { mayRefuse, refuse } from './messages.ts';
import { type CardGateway, CardProviderDown, isSwitchedOn } from './provider.ts';
import { StartCard } from './schema.ts';
import { insertSession, onePageAtATime, openSession, ownOpenSessions } from './session-store.ts';

type DueId = { readonly kind: CardKind; readonly id: string };
type Asking = { readonly services: Services; readonly payables: CardPayables; readonly asked: DueId };

/** What is due, through whom, and the page that is open already. Refuses what nobody pays by card now (A7). */
async function ground({ services, payables, asked }: Asking, tx: Db, person: Person) {
  const due = await payables[asked.kind].due(tx, asked.id);
  const isOver = due?.until && due.until <= services.clock();
  if (!due || isOver || due.userId !== person.id) return refuse('cards.not_payable', {});
  if ((await standstillOf(tx, person.id)) === 'stopped') refuse('cards.closed', {});
  const settings = await currentSettings(tx);
  const gateway = isSwitchedOn(settings, asked.kind) ? gatewayInForce(services.config, settings) : null;
  const open = await openSession(tx, due, services.clock());
  return { due, gateway: gateway ?? refuse('cards.closed', {}), open: open?.provider === gateway?.name ? open : null };
}

type Way = { readonly due: CardDue; readonly gateway: CardGateway };

async function pageOf({ services }: Asking, { due, gateway }: Way) {
  const [now, reference] = [services.clock(), gateway.referenceFor(due)];
  const lasts = after(now, gateway.pageLasts);
  const closesAt = due.until && due.until < lasts ? due.until : lasts;
  try {
    const url = await gateway.page({ due, reference, now, closesAt, origin: services.config.origin });
    return { reference, url, openedAt: now, closesAt, provider: gateway.name };
  } catch (error) {
    if (error instanceof CardProviderDown) return refuse('cards.provider_down', {});
    throw error;
  }
}

/**
 * Opens the hosted page of the provider for what is due, for its amount alone [001 §7 Card payment pages]; whoever
 * comes back finds the same page while it lasts. The provider is asked outside of any transaction, and nobody gets an
 * address that was not written down: of two who ask at once both get the one that was.
 */
export const start = (payables: CardPayables) =>
  signedInBriefly
    .errors(mayRefuse('cards.not_payable', 'cards.closed', 'cards.provider_down'))
    .input(StartCard)
    .handler(async ({ context: { services, request, enter }, input }) => {
      const asking = { services, payables, asked: input };
      const { open, ...way } = await enter((tx, person) => {
        keepPace(services, 'cardPage', person.id);
        return ground(asking, tx, person);
      });
      if (open) return { url: open.url, closesAt: open.closesAt };
      const page = await pageOf(asking, way);
      return enter(async (tx, person) => {
        await onePageAtATime(tx, input.kind, input.id);
        // It may have been paid or called off in between, or opened.
        const { due, open: first } = await ground(asking, tx, person);
        if (first) return { url: first.url, closesAt: first.closesAt };
        const id = await insertSession(tx, { due, ...page });
        const { amount } = due;
        await audit(tx, {
          actorId: person.id,
          actorRole: 'customer',
          action: 'cards.opened',
          subjectType: 'card_session',
          subjectId: id,
          after: { ...input, provider: page.provider, amount: amountPlain(amount), currency: amount.currency },
          requestId: request.id,
        });
        return { url: page.url, closesAt: page.closesAt };
      });
    });

/**
 * The card pages that whoever asks may come back to, read from the server, on any device, within their time (decision
 * A2).
 */
export const pending = signedIn.handler(async ({ context: { services, tx } }) => {
  const now = services.clock();
  const sessions = await ownOpenSessions(tx, now);
  return {
    now,
    pages: sessions.map(({ kind, dueId, url, openedAt, closesAt }) => ({ kind, dueId, url, openedAt, closesAt })),
  };
});
