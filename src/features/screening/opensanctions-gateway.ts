import { createHash } from 'node:crypto';
import { z } from 'zod';
import { birthAgreement, type CustomerFacts, countryAgreement } from './match-party.ts';
import { askProvider, ProviderDown, type ProviderOptions, type WalletProvider } from './provider.ts';
import type { Like } from './screen-names.ts';

const name = 'OpenSanctions';
const source = 'opensanctions';

/** From here on a match is taken for one, as is customary; from the second one a person looks. */
const matchFrom = 0.7;
const lookFrom = 0.5;

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

const textsOf = ({ properties }: Result, key: string): string[] => Texts.catch([]).parse(properties[key]);

export type OpenSanctionsOptions = ProviderOptions & { readonly dataset: string };

async function match(options: OpenSanctionsOptions, query: object): Promise<Result[]> {
  const headers: Record<string, string> = options.key ? { authorization: `ApiKey ${options.key}` } : {};
  const path = `/match/${options.dataset}?algorithm=logic-v2`;
  const body = { queries: { q: query } };
  const { responses } = await askProvider({ provider: name, path, headers, body, shape: Answer }, options);
  if (responses.q.status !== undefined && responses.q.status !== 200)
    throw new ProviderDown(name, `answers ${responses.q.status}`);
  return responses.q.results;
}

/** Wallets in OpenSanctions or one's own yente: sanctioned ones block, other listed ones are of high risk. */
export const openSanctionsWallets = (options: OpenSanctionsOptions): WalletProvider => ({
  name,
  async screen({ address }) {
    const results = await match(options, { schema: 'CryptoWallet', properties: { publicKey: [address] } });
    const hits = results.filter((result) => result.match || result.score >= matchFrom);
    const categories = [...new Set(hits.flatMap((hit) => textsOf(hit, 'topics')))];
    const evidence = { results: results.map(({ id, caption, score }) => ({ id, caption, score })) };
    const deeper = results.some(({ score }) => score >= lookFrom);
    if (hits.length === 0) return { provider: name, result: 'clear', riskScore: 0, categories, deeper, evidence };
    const listed = categories.some((topic) => topic.startsWith('sanction'));
    const result = listed ? 'flagged' : 'high_risk';
    return { provider: name, result, riskScore: listed ? 100 : 75, categories, deeper: false, evidence };
  },
});

/** People like a customer, as OpenSanctions knows them: listed, politically exposed, or close to either. */
export async function openSanctionsNames(options: OpenSanctionsOptions, customer: CustomerFacts): Promise<Like[]> {
  const { names, births, countries } = customer;
  const nationality = countries.filter((code) => code !== 'other').map((code) => code.toLowerCase());
  const properties = { name: names, birthDate: births, nationality };
  const results = await match(options, { schema: 'Person', properties });
  return results
    .filter((result) => result.match || result.score >= matchFrom)
    .map((result) => likeOf(result, customer));
}

function likeOf(result: Result, customer: CustomerFacts): Like {
  const births = textsOf(result, 'birthDate');
  const countries = [...textsOf(result, 'nationality'), ...textsOf(result, 'country')].map((code) =>
    code.toUpperCase(),
  );
  const programmes = textsOf(result, 'topics');
  const category = programmes.some((topic) => topic.startsWith('sanction')) ? 'sanctioned' : 'watch';
  const party = {
    name: result.caption,
    aliases: textsOf(result, 'alias'),
    births,
    countries,
    programmes,
    category,
  } as const;
  const score = Math.round(result.score * 100);
  const matched = { customer: customer.names[0] ?? '', party: result.caption, weak: false };
  const birth = birthAgreement(customer.births, births);
  const country = countryAgreement(customer.countries, countries);
  const factsHash = createHash('sha256')
    .update(JSON.stringify([result.id, party]))
    .digest('hex');
  const found = { source, sourceName: name, partyRef: result.id, listId: null, factsHash, party };
  return { ...found, match: { score, matched, nameScore: score, birth, country } };
}
