import { worded } from '../../../../kernel/worded.ts';
import { Choice } from '../../../../ui/choice.tsx';
import type { HeldField } from '../../../../ui/fields.ts';
import { Notice } from '../../../../ui/notice.tsx';
import type { Known } from '../../../scam-reports/shapes.ts';
import { coercionWords, walletWarningWords } from '../../own-messages.ts';
import { alarming, coolsUntil, type GivenAnswers, questions } from '../../wallets/coercion.ts';
import { WalletWarning } from './wallet-warning-notice.tsx';

const yesOrNo = [
  { value: 'yes', name: coercionWords.yes },
  { value: 'no', name: coercionWords.no },
];

type WarningAsksProps = {
  known: Known;
  given: Omit<GivenAnswers, 'warningSeen'>;
  coolingHours: number;
  field: (name: (typeof questions)[number]) => HeldField;
};

/** The warning of the wallet that coins are bought to, and what is asked before they are ordered (decision 052). */
export const WarningAsks = ({ known, given, coolingHours, field }: WarningAsksProps) => (
  <>
    <WalletWarning known={known}>{walletWarningWords.ask}</WalletWarning>
    <p>{coercionWords.lead}</p>
    {questions.map((name) => (
      <Choice key={name} legend={coercionWords[name]} pair options={yesOrNo} {...field(name)} />
    ))}
    {alarming(given) && (
      <Notice kind="bad" live>
        {coercionWords.stop}
      </Notice>
    )}
    {coolsUntil(known, new Date(0), coolingHours) && (
      <p className="t-xs ink-2">{worded(coercionWords.cools, { hours: String(coolingHours) })}</p>
    )}
  </>
);
