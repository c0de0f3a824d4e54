import { after, days } from '../../../kernel/clock.ts';
import { groupedMoney, minorUnits, moneyText } from '../../../kernel/money.ts';
import { worded } from '../../../kernel/worded.ts';
import { asSystem } from '../../../platform/database.ts';
import type { Services } from '../../../platform/procedure.ts';
import { raiseAlert } from '../../compliance/raise-alert.ts';
import { currentSettings } from '../../settings/store.ts';
import { thresholdText, thresholdUsd } from '../../settings/threshold.ts';
import { slicesAlert } from '../desk-messages.ts';
import { slicesSince } from './slices-store.ts';

/** So far back a look goes: a day for what comes to the threshold, and two in which nobody looked. */
const lookedBack = days(3);

/**
 * Tells compliance of a person whose orders within any 24 hours stay below US$1,000 each and reach it together: from
 * there on the law asks what none of them was asked (decision E5). Stops nothing, and tells of one person once a day.
 */
export const lookForSlices = (services: Services) =>
  asSystem(services.pool, async (tx) => {
    const at = services.clock();
    const settings = await currentSettings(tx);
    const asked = { since: after(at, -lookedBack), thresholdUsd: moneyText(thresholdUsd(settings).minor), at };
    for (const { userId, orders, amount, references } of await slicesSince(tx, asked))
      await raiseAlert(tx, {
        ...{ userId, transactionId: null, type: 'account_activity', priority: 'high', riskScore: 0, at },
        description: worded(slicesAlert, {
          orders: String(orders),
          threshold: thresholdText(settings),
          amount: `J$${groupedMoney(minorUnits(amount))}`,
        }),
        details: { orders: references.join(', ') },
        rules: ['slices_below_threshold'],
      });
  });
