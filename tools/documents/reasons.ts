import { itemCodes } from '../../src/features/kyc/items.ts';
import { getReasons } from '../../src/features/kyc/reasons.ts';
import { outcomes } from '../../src/features/launches/launch.ts';
import { launchReasons } from '../../src/features/launches/staff-messages.ts';
import {
  appealReasons,
  declineReasons,
  verdictReasons,
  withdrawReasons,
} from '../../src/features/scam-reports/staff/reasons.ts';
import { orderReasons, type Reason } from '../../src/features/trading/order/reasons.ts';

/** Customer and staff texts of all reason codes. */
export const reasons: readonly (Reason & { readonly of: string })[] = [
  ...Object.entries(orderReasons).flatMap(([act, list]) => list.map((each) => ({ of: act, ...each }))),
  ...outcomes.flatMap((outcome) => launchReasons[outcome].map((each) => ({ of: `launch ${outcome}`, ...each }))),
  ...itemCodes.flatMap((item) =>
    (['reject', 'want'] as const).flatMap((act) =>
      getReasons(act, item).map((each) => ({ of: `${act} ${item}`, ...each })),
    ),
  ),
  ...Object.entries({
    ...verdictReasons,
    ...appealReasons,
    declined: declineReasons,
    withdrawn: withdrawReasons,
  }).flatMap(([act, list]) =>
    list.map(({ code, publicText: customer, staff }) => ({ of: `scam ${act}`, code, customer, staff })),
  ),
];
