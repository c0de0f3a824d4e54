import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type CustomerIdentity, compareBirths, compareCountries, type ListedMatch } from './match-party.ts';
import { fetchFromProvider, ProviderDown, type ProviderOptions, type WalletProvider } from './provider.ts';

const name = 'OpenSanctions';
const source = 'opensanctions';

const matchThreshold = 0.7;
const reviewThreshold = 0.5;

const Texts = z.array(z.string().max(2_000)).max(500).default([]);
const Result = z.object({
  id: z.string().min(1).max(200),
  caption: z.string().max(500),
  score: z.number().min(0).max(1),
  match: z.boolean(),
  properties: z.record(z.string(), z.unknown()).default({}),
});
const Answer = z.object({
  responses: z.object({ q: z.object({ status: z.number().optional(), results: z.array(Result).max(100) }) }),
});
type Result = z.output<typeof Result>;

const getTexts = ({ properties }: Result, key: string): string[] => Texts.catch([]).parse(properties[key]);

export type OpenSanctionsOptions = ProviderOptions & { readonly dataset: string };

async function queryMatches(options: OpenSanctionsOptions, query: object): Promise<Result[]> {
  const headers: Record<string, string> = options.key ? { authorization: `ApiKey ${options.key}` } : {};
  const path = `/match/${options.dataset}?algorithm=logic-v2`;
  const body = { queries: { q: query } };
  const { responses } = await fetchFromProvider({ provider: name, path, headers, body, shape: Answer }, options);
  if (responses.q.status !== undefined && responses.q.status !== 200)
    throw new ProviderDown(name, `returned status ${responses.q.status}`);
  return responses.q.results;
}

/** Uses OpenSanctions or a self-hosted yente. Sanctioned wallets are flagged, other listed wallets are high risk. */
export const openSanctionsWallets = (options: OpenSanctionsOptions): WalletProvider => ({
  name,
  async screen({ address }) {
    const results = await queryMatches(options, { schema: 'CryptoWallet', properties: { publicKey: [address] } });
    const hits = results.filter((result) => result.match || result.score >= matchThreshold);
    const categories = [...new Set(hits.flatMap((hit) => getTexts(hit, 'topics')))];
    const evidence = { results: results.map(({ id, caption, score }) => ({ id, caption, score })) };
    const deeper = results.some(({ score }) => score >= reviewThreshold);
    if (hits.length === 0) return { provider: name, result: 'clear', riskScore: 0, categories, deeper, evidence };
    const isListed = categories.some((topic) => topic.startsWith('sanction'));
    const result = isListed ? 'flagged' : 'high_risk';
    return { provider: name, result, riskScore: isListed ? 100 : 75, categories, deeper: false, evidence };
  },
});

export async function findOpenSanctionsNames(
  options: OpenSanctionsOptions,
  customer: CustomerIdentity,
): Promise<ListedMatch[]> {
  const { names, births, countries } = customer;
  const nationality = countries.filter((code) => code !== 'other').map((code) => code.toLowerCase());
  const properties = { name: names, birthDate: births, nationality };
  const results = await queryMatches(options, { schema: 'Person', properties });
  return results
    .filter((result) => result.match || result.score >= matchThreshold)
    .map((result) => toListedMatch(result, customer));
}

function toListedMatch(result: Result, customer: CustomerIdentity): ListedMatch {
  const births = getTexts(result, 'birthDate');
  const countries = [...getTexts(result, 'nationality'), ...getTexts(result, 'country')].map((code) =>
    code.toUpperCase(),
  );
  const programmes = getTexts(result, 'topics');
  const category = programmes.some((topic) => topic.startsWith('sanction')) ? 'sanctioned' : 'watch';
  const party = {
    name: result.caption,
    aliases: getTexts(result, 'alias'),
    births,
    countries,
    programmes,
    category,
  } as const;
  const score = Math.round(result.score * 100);
  const matched = { customer: customer.names[0] ?? '', party: result.caption, weak: false };
  const birth = compareBirths(customer.births, births);
  const country = compareCountries(customer.countries, countries);
  const factsHash = createHash('sha256')
    .update(JSON.stringify([result.id, party]))
    .digest('hex');
  const record = { source, sourceName: name, partyRef: result.id, listId: null, factsHash, party };
  return { ...record, match: { score, matched, nameScore: score, birth, country } };
}
