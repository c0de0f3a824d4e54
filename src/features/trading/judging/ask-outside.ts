import { z } from 'zod';
import { IdText } from '../../../kernel/id-text.ts';
import { worded } from '../../../kernel/worded.ts';
import { asPerson, asSystem } from '../../../platform/database.ts';
import { keepPace } from '../../../platform/pace.ts';
import type { Context, Services } from '../../../platform/procedure.ts';
import { comerOf } from '../../../platform/session.ts';
import { checkAddress } from '../../coins/addresses.ts';
import { addressFromPaste } from '../../coins/explorer-link.ts';
import { networkIds } from '../../coins/networks.ts';
import { raiseAlert } from '../../compliance/raise-alert.ts';
import type { ProviderAnswer } from '../../screening/provider.ts';
import { countQuestion, noneLeft } from '../../screening/questions.ts';
import { askWalletProviders, silent, unanswered } from '../../screening/wallet-providers.ts';
import { questionsAlert } from '../desk-messages.ts';
import { isOpenOffer } from '../quoting/quote-store.ts';
import { WalletText } from '../schema.ts';

/** What of an order request names the customer's wallet: where coins go (buy), or where they come from (sell). */
const NamesWallet = z.object({
  network: z.enum(networkIds),
  walletAddress: WalletText.optional(),
  senderWalletAddress: WalletText.optional(),
  /** Of an order, not of who only asks where to send coins. */
  quoteId: IdText.optional(),
});

/** Whether no provider is switched on, so that none is to be asked. */
export const nobodyOn = ({ config: { screening } }: Services): boolean =>
  !screening.chainalysis && !screening.openSanctions;

/**
 * Who is signed in with this request, within their pace, and of an order at a price that they were offered; null for
 * others, who make us ask nobody anything: companies are paid by the question.
 */
async function whoMayAsk({ services, request }: Context, quoteId: string | undefined): Promise<string | null> {
  const now = services.clock();
  const found = await asPerson(services.pool, comerOf(request, services.config), async (tx, { id }) => {
    if (quoteId !== undefined && !(await isOpenOffer(tx, { id: quoteId, now }))) return null;
    keepPace(services, 'screening', id);
    return id;
  });
  return found?.value ?? null;
}

/** Whether a question of this customer is left today, under every bound; staff hear of the first that is not. */
async function isLeft(services: Services, userId: string): Promise<boolean> {
  const { reached } = await countQuestion(services, 'wallets', { userId });
  if (reached?.isFirst)
    await tellSpent(services, userId, worded(questionsAlert[reached.of], { most: String(reached.most) }));
  return reached === null;
}

const tellSpent = ({ pool, clock }: Services, userId: string, description: string) =>
  asSystem(pool, (tx) =>
    raiseAlert(tx, {
      ...{ userId, transactionId: null, type: 'account_activity', priority: 'high', riskScore: 0, at: clock() },
      ...{ description, details: {} },
      rules: ['questions_used_up'],
    }),
  );

/** What providers said, and about which address; null where none could be made out. */
export type ProviderAnswers = { readonly address: string | null; readonly answers: readonly ProviderAnswer[] };

/**
 * Asks the providers that are switched on about the wallet of an order request, in place of wallet-risk-light [001 §7
 * Functions], before its transaction opens: another company's slowness holds no lock of ours. None is on by default,
 * and then this costs nothing. A request that its schema or the check of addresses will refuse asks nobody, and counts
 * as unanswered.
 */
export async function askOutside(context: Context, input: unknown): Promise<ProviderAnswers> {
  const { services } = context;
  const nothing = { address: null, answers: unanswered(services, 'was not asked') };
  if (nobodyOn(services)) return nothing;
  const { success, data } = NamesWallet.safeParse(input);
  const given = data?.walletAddress ?? data?.senderWalletAddress;
  if (!success || !given) return nothing;
  const check = checkAddress(data.network, addressFromPaste(given));
  const asker = check.ok ? await whoMayAsk(context, data.quoteId) : null;
  if (!check.ok || asker === null) return nothing;
  const { address } = check;
  if (!(await isLeft(services, asker))) return { address, answers: unanswered(services, noneLeft) };
  return { address, answers: await askWalletProviders(services, { address, network: data.network, symbol: '' }) };
}

/** What was said about this very address. A provider that was asked of another one, or not at all, is silent. */
export const saidOf = ({ address, answers }: ProviderAnswers, judged: string): readonly ProviderAnswer[] =>
  address === judged ? answers : answers.map(({ provider }) => silent(provider, 'was asked about another address'));
