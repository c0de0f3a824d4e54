import { z } from 'zod';
import { formatMessage } from '../../../kernel/message-template.ts';
import { UuidSchema } from '../../../kernel/uuid.ts';
import { withSystem, withUser } from '../../../platform/database/database.ts';
import type { Context, Services } from '../../../platform/http/procedure.ts';
import { credentialsOf } from '../../../platform/http/session.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { checkAddress } from '../../assets/addresses.ts';
import { type Network, networkIds } from '../../assets/networks.ts';
import { raiseAlert } from '../../compliance/raise-alert.ts';
import type { ProviderAnswer } from '../../screening/provider.ts';
import { consumeProviderQuota, quotaUsedUp } from '../../screening/provider-quota.ts';
import { createErrorAnswer, createErrorAnswers, queryWalletProviders } from '../../screening/wallet-providers.ts';
import { isOpenOffer } from '../quoting/quote-store.ts';
import { WalletText } from '../schema.ts';
import { quotaAlerts } from '../staff-messages.ts';

const WalletRequest = z.object({
  network: z.enum(networkIds),
  walletAddress: WalletText.optional(),
  senderWalletAddress: WalletText.optional(),
  quoteId: UuidSchema.optional(),
});

export const noProviderEnabled = ({ config: { screening } }: Services): boolean =>
  !screening.chainalysis && !screening.openSanctions;

/** Returns null without a session or a valid quote, because providers charge per query. Throws at the rate limit. */
async function findQueryingUser({ services, request }: Context, quoteId: string | undefined): Promise<string | null> {
  const now = services.clock();
  const found = await withUser(services.pool, credentialsOf(request, services.config), async (tx, { id }) => {
    if (quoteId !== undefined && !(await isOpenOffer(tx, { id: quoteId, now }))) return null;
    checkRateLimit(services, 'screening', id);
    return id;
  });
  return found?.value ?? null;
}

/** Uses one query of the daily quota. Returns false when the quota is used up, and alerts staff the first time. */
async function consumeQuota(services: Services, userId: string): Promise<boolean> {
  const { reached } = await consumeProviderQuota(services, 'wallets', { userId });
  if (reached?.isFirst)
    await alertQuotaSpent(services, userId, formatMessage(quotaAlerts[reached.of], { most: String(reached.most) }));
  return reached === null;
}

const alertQuotaSpent = ({ pool, clock }: Services, userId: string, description: string) =>
  withSystem(pool, (tx) =>
    raiseAlert(tx, {
      userId,
      transactionId: null,
      type: 'account_activity',
      priority: 'high',
      riskScore: 0,
      at: clock(),
      description,
      details: {},
      rules: ['questions_used_up'],
    }),
  );

export type ProviderAnswers = { readonly address: string | null; readonly answers: readonly ProviderAnswer[] };

/** Replaces wallet-risk-light [001 §7 Functions]. Runs before the transaction, so no lock waits for a provider. */
export async function queryScreeningProviders(context: Context, input: unknown): Promise<ProviderAnswers> {
  const { services } = context;
  const noAnswers = { address: null, answers: createErrorAnswers(services, 'was not queried') };
  if (noProviderEnabled(services)) return noAnswers;
  const { success, data } = WalletRequest.safeParse(input);
  const typed = data?.walletAddress ?? data?.senderWalletAddress;
  if (!success || !typed) return noAnswers;
  const check = checkAddress(data.network, typed);
  const userId = check.ok ? await findQueryingUser(context, data.quoteId) : null;
  if (!check.ok || userId === null) return noAnswers;
  return queryProvidersAbout(services, userId, { address: check.address, network: data.network });
}

/** Uses one query of the daily quota of the customer. */
export async function queryProvidersAbout(
  services: Services,
  userId: string,
  { address, network }: { readonly address: string; readonly network: Network },
): Promise<ProviderAnswers> {
  if (!(await consumeQuota(services, userId))) return { address, answers: createErrorAnswers(services, quotaUsedUp) };
  return { address, answers: await queryWalletProviders(services, { address, network, symbol: '' }) };
}

/** Turns responses about another address into errors. */
export const answersFor = (
  { address, answers }: ProviderAnswers,
  assessedAddress: string,
): readonly ProviderAnswer[] =>
  address === assessedAddress
    ? answers
    : answers.map(({ provider }) => createErrorAnswer(provider, 'was queried about another address'));
