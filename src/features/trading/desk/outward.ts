import { sameJson } from '../../../kernel/same-json.ts';
import { mayRefuse, refuse } from '../../../messages.ts';
import { brokenConstraint } from '../../../platform/database-faults.ts';
import { justConfirmed, staffOnly } from '../../../platform/procedure.ts';
import { decideProposal } from '../../approvals/decide.ts';
import type { Proposal } from '../../approvals/proposal.ts';
import type { Order } from '../order-row.ts';
import type { Step } from '../step.ts';
import { deskMayRefuse } from './pay-in.ts';
import { type Desk, takeStep } from './steps.ts';

/** Whatever leaves us, a pay-out or money going back, is prepared by one and approved by another (decision D2). */
export const outward = () =>
  staffOnly('finance', 'admin')
    .errors(deskMayRefuse)
    .errors(
      mayRefuse(
        'approvals.not_found',
        'approvals.already_open',
        'approvals.already_decided',
        'approvals.second_person_needed',
        'approvals.changed_since',
        'approvals.rights_changed',
        'accounts.confirm_needed',
        'desk.not_screened',
      ),
    );

/** The steps among them that move money: by somebody who proved within half an hour to be there (ASVS 7.5.3). */
export const outwardNow = () => outward().use(justConfirmed(30));

/** What was frozen for the second person: texts and nulls alone, so that two of them can be compared. */
export type Frozen = Readonly<Record<string, string | null>> & { readonly reference: string };

type Approval = {
  readonly kind: 'payout' | 'return';
  /** Freezes the order anew, from what was frozen: the two must be the same. */
  readonly again: (frozen: Frozen) => Frozen;
  readonly step: (frozen: Frozen) => Step;
};

/** The second pair of eyes: approves exactly what was frozen, once, if the order is still that order. */
export async function approveOutward(desk: Desk, order: Order, { kind, again, step }: Approval) {
  const { tx, person } = desk;
  const unchanged = ({ payload }: Proposal) => sameJson(payload, again(payload as Frozen));
  const proposal = await decideProposal(
    tx,
    { kind, subject: order.id },
    { by: person.id, decision: 'approve', unchanged },
  );
  const frozen = proposal.payload as Frozen;
  try {
    return await takeStep(desk, order, { ...step(frozen), facts: { payoutReference: frozen.reference } });
  } catch (error) {
    const used = brokenConstraint(error) === 'payout_reference_once';
    if (used) refuse('desk.reference_used', { reference: frozen.reference });
    throw error;
  }
}
