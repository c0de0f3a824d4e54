import { z } from 'zod';
import { fetchFromProvider, type ProviderOptions, type WalletProvider } from './provider.ts';

const name = 'Chainalysis';

const Text = z.string().max(4_000).nullish();
const Answer = z.object({
  identifications: z
    .array(z.object({ category: z.string().max(100), name: Text, description: Text, url: Text }))
    .max(200),
});

/** Chainalysis free sanctions API. It returns no score. */
export const chainalysis = (options: ProviderOptions): WalletProvider => ({
  name,
  async screen({ address }) {
    const headers = { 'x-api-key': options.key ?? '' };
    const path = `/api/v1/address/${encodeURIComponent(address)}`;
    const { identifications } = await fetchFromProvider({ provider: name, path, headers, shape: Answer }, options);
    const categories = [...new Set(identifications.map(({ category }) => category.toLowerCase()))];
    const base = { provider: name, categories, deeper: false, evidence: { identifications } };
    if (categories.length === 0) return { ...base, result: 'clear', riskScore: 0 };
    const isListed = categories.some((category) => category.startsWith('sanction'));
    return { ...base, result: isListed ? 'flagged' : 'high_risk', riskScore: isListed ? 100 : 75 };
  },
});
