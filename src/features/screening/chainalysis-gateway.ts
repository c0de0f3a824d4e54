import { z } from 'zod';
import { askProvider, type ProviderOptions, type WalletProvider } from './provider.ts';

const name = 'Chainalysis';

const Text = z.string().max(4_000).nullish();
const Answer = z.object({
  identifications: z
    .array(z.object({ category: z.string().max(100), name: Text, description: Text, url: Text }))
    .max(200),
});

/** The free sanctions API of Chainalysis: names addresses of sanctioned parties, and tells no score. */
export const chainalysis = (options: ProviderOptions): WalletProvider => ({
  name,
  async screen({ address }) {
    const headers = { 'x-api-key': options.key ?? '' };
    const path = `/api/v1/address/${encodeURIComponent(address)}`;
    const { identifications } = await askProvider({ provider: name, path, headers, shape: Answer }, options);
    const categories = [...new Set(identifications.map(({ category }) => category.toLowerCase()))];
    const about = { provider: name, categories, deeper: false, evidence: { identifications } };
    if (categories.length === 0) return { ...about, result: 'clear', riskScore: 0 };
    const listed = categories.some((category) => category.startsWith('sanction'));
    return { ...about, result: listed ? 'flagged' : 'high_risk', riskScore: listed ? 100 : 75 };
  },
});
