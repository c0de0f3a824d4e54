import type { HomeFacts } from '../../facts.ts';
import { CostExample } from './cost-example.tsx';
import { Features } from './features.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Programs } from './programs.tsx';
import { Tokens } from './tokens.tsx';

/** Everything under the prices: it is read, not operated. */
export default function Below({ facts }: { facts: HomeFacts }) {
  return (
    <>
      <HowItWorks />
      <CostExample facts={facts} />
      <Features fee={facts.terms.fee} />
      <Tokens terms={facts.terms} />
      <Programs />
    </>
  );
}
