import { after, days } from '../../../kernel/clock.ts';
import { formatMessage } from '../../../kernel/message-template.ts';
import { formatGroupedMinorUnits, formatMinorUnits, parseMinorUnits } from '../../../kernel/money.ts';
import { withSystem } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import { raiseAlert } from '../../compliance/raise-alert.ts';
import { loadCurrentSettings } from '../../settings/store.ts';
import { formatThreshold, getThresholdUsd } from '../../settings/threshold.ts';
import { structuringAlert } from '../staff-messages.ts';
import { structuredOrdersSince } from './assessment-store.ts';

const lookbackMs = days(3);

/** Job: alerts compliance when orders below US$1,000 reach it together within 24 hours (decision E5). */
export const detectStructuring = (services: Services) =>
  withSystem(services.pool, async (tx) => {
    const at = services.clock();
    const settings = await loadCurrentSettings(tx);
    const query = {
      since: after(at, -lookbackMs),
      thresholdUsd: formatMinorUnits(getThresholdUsd(settings).minor),
      at,
    };
    for (const { userId, orders, amount, references } of await structuredOrdersSince(tx, query))
      await raiseAlert(tx, {
        userId,
        transactionId: null,
        type: 'account_activity',
        priority: 'high',
        riskScore: 0,
        at,
        description: formatMessage(structuringAlert, {
          orders: String(orders),
          threshold: formatThreshold(settings),
          amount: `J$${formatGroupedMinorUnits(parseMinorUnits(amount))}`,
        }),
        details: { orders: references.join(', ') },
        rules: ['slices_below_threshold'],
      });
  });
