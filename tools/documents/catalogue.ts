import { accountPagesMessages } from '../../src/features/account-pages/messages.ts';
import { accountsMessages } from '../../src/features/accounts/messages.ts';
import { securityMessages } from '../../src/features/accounts/security-messages.ts';
import { agreementsMessages } from '../../src/features/agreements/messages.ts';
import { approvalsMessages } from '../../src/features/approvals/messages.ts';
import { caseworkMessages } from '../../src/features/casework/messages.ts';
import { complianceMessages } from '../../src/features/compliance/messages.ts';
import { documentsMessages } from '../../src/features/documents/messages.ts';
import { freezesMessages } from '../../src/features/freezes/messages.ts';
import { identityMessages, reviewMessages } from '../../src/features/identity/messages.ts';
import { locationMessages } from '../../src/features/location/messages.ts';
import { pricesMessages } from '../../src/features/prices/messages.ts';
import { riskMessages } from '../../src/features/risk/messages.ts';
import { rolesMessages } from '../../src/features/roles/messages.ts';
import { screeningMessages } from '../../src/features/screening/messages.ts';
import { settingsMessages } from '../../src/features/settings/messages.ts';
import { orderDeskMessages } from '../../src/features/trading/desk/messages.ts';
import { historyCsvMessages } from '../../src/features/trading/history-csv-messages.ts';
import { tradingMessages } from '../../src/features/trading/messages.ts';
import type { Messages } from '../../src/kernel/refusal.ts';
import { platformMessages } from '../../src/platform/messages.ts';

/** What only staff can be told. */
export const deskRefusals: Messages = {
  ...approvalsMessages,
  ...caseworkMessages,
  ...complianceMessages,
  ...freezesMessages,
  ...orderDeskMessages,
  ...reviewMessages,
  ...riskMessages,
  ...rolesMessages,
  ...screeningMessages,
  ...settingsMessages,
};

/** Every sentence with which the product can say no, by its code. It has them all in one place here alone. */
export const refusals: Messages = {
  ...deskRefusals,
  ...platformMessages,
  ...accountPagesMessages,
  ...accountsMessages,
  ...securityMessages,
  ...agreementsMessages,
  ...documentsMessages,
  ...identityMessages,
  ...locationMessages,
  ...pricesMessages,
  ...tradingMessages,
  ...historyCsvMessages,
};
